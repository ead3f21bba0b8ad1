import { fold } from '../../domain/fold.ts';

const set = (text: string): ReadonlySet<string> => new Set(fold(text).split(/\s+/).filter(Boolean));

/** Function words and the words of asking itself: they say nothing about what is wanted. */
export const englishStopWords = set(`
  a about above after again all also although always am among an and another any anybody anyone anything api apis are aren around as ask asked asking at
  be because been before being between both bring but by call calls calling can cannot come comes could couldn d did didn do does doesn doing don done down
  during each either else endpoint endpoints enough etc even ever every everybody everyone everything exactly fetch few find finding for from full
  gave get gets getting give given gives giving go goes going gonna good got great had has hasn have haven having he help helpful helps her here
  hers him his how i id if im in instead into is isn it its itself just kind know let lets like ll look looking looks lot lots m make makes making many
  may maybe me might mine more most much must my myself need needed needing needs neither new next nice no nor not nothing of off offer offering offers often
  oh ok okay on once one ones only or other others otherwise our ours out over own pay paid paying per perhaps please pls possible possibly prefer preferably
  provide provided provider providers provides providing put quite rather re really recommend regarding request requests require required requires right s
  said same say see seem seems service services several shall she should shouldn show showing shows simple simply since so some somebody somehow someone
  something sometimes somewhere sort still stuff such suggest sure t take taking tell tells than thank thanks that the their theirs them then there these
  they thing things this those through thus to together too toward trying try u under until up upon ur us use used useful user uses using ve via very
  want wanted wanting wants was wasn way we well were weren what whatever when where whether which while who whoever whom whose why will wish with
  within without won would wouldn x402 yes yet you your yours yourself best better easy easily quick quickly fast reliable quality
  hello hi hey dear greetings bye goodbye cheers sup yo howdy lol haha hmm wow day doing
  task intent goal query constraints filters filter params parameters input action tool agent payload capability null true undefined purpose objective
`);

/** Words that may sharpen a question but are none of their own. */
export const weakWords = set(`
  today todays tonight tomorrow yesterday now current currently latest recent live real time online app apps application website site web page world
  people person man name thing place data information info list number numbers value result results random some any test big small long short old
  good bad high low top first last free open public private simple basic full own different various all special general common popular nearby near
  morning afternoon evening night week month year hour minute daily year years days hours what how
  city cities town country countries place places user users customer customers point points key keys link links message messages
  me you friend mine work works working job ready happy love think feel mean means meaning life
`);

const others: Readonly<Record<string, ReadonlySet<string>>> = {
  es: set(`a al algo alguien alguna algunas alguno algunos ante antes aquí así aunque barato bien buena bueno busca buscar buscando busco cada como cómo con contra cual cuál cuales cuando
    cuánto cuántos cuanta cuantas de del desde donde dónde el él ella ellos en encontrar encuentra entre era es esa ese eso esta está estas este esto estos favor fue gracias ha hacer hacia hasta hay hola
    la las le les lo los más me mi mis muy necesita necesito ni no nos o obtener otra otro para pero por porque pueda puede puedo que qué quién quiero quisiera saber se según ser si sí sin sobre
    son su sus también te tener tengo tiene todo todos tu tus un una unas uno unos usar ver y ya yo servicio servicios llamada llamadas petición proveedor dame dime cerca mejor`),
  de: set(`ab aber alle allem allen aller alles als also am an anbieter andere auch auf aus bei beim bekommen benötige bin bis bitte brauche braucht da damit dann das dass dem den denn der des dich die dienst dienste
    diese diesem diesen dieser dieses dir doch dort du durch ein eine einem einen einer eines er es etwas finde finden für gerne gibt geben habe haben hallo hat hier ich ihr im in ins ist ja jede jeden jeder
    kann kannst kein keine können man mein meine meinem meinen meiner mich mir mit möchte möglichst muss nach nicht noch nun nur ob oder ohne pro schnittstelle sehr sein seine sich sie sind so suche suchen um und uns
    unter vom von vor war was welche welcher welches wenn wer werden wie wieder will wir wird wo wollen würde zu zum zur über aufruf abfrage danke zeig zeige`),
  fr: set(`à afin ai aide ainsi alors après as au aucun aussi autre aux avec avoir besoin bien bonjour c ce cela celle celui ces cet cette ceux chaque cherche chercher combien comme comment contre d dans de depuis des dessus
    dois donc donne donner du elle elles en encore entre es est et être eux fait faire fois font il ils j je jusqu l la là le les leur lui ma mais me merci mes mon n ne nous obtenir on ont ou où par parce pas peu peut peux
    plus pour pourquoi près puis qu quand que quel quelle quelles quels qui quoi s sa sans se ses si son sont souhaite sous sur t ta te tes ton tous tout toute très trouver tu un une utiliser vers veut veux voici vos votre
    voudrais vous y fournisseur appel appels requête meilleur svp plaît`),
  pt: set(`a ao aos aquela aquele as até com como da das de dela dele do dos e é ela ele eles em encontrar entre era essa esse esta está este eu foi gostaria há isso isto já lhe lo mais mas me meu meus minha minhas muito na não nas nem
    no nos nós nossa o obter os ou para pela pelo pelos per pode posso por porque preciso procuro procurando qual quais quando que quem quero saber se sem ser seu seus só sobre sou sua suas também te tem tenho ter todo todos um uma
    umas uns usar você serviço serviços chamada chamadas fornecedor favor obrigado melhor onde olá dê`),
};

export const languages = Object.keys(others);

export function isStopWord(word: string, language: string | undefined): boolean {
  return englishStopWords.has(word) || (language !== undefined && (others[language]?.has(word) ?? false));
}

/** The language most of whose function words a sentence holds; undefined for English, and when in doubt. */
export function languageOf(words: readonly string[]): string | undefined {
  const english = words.filter((word) => englishStopWords.has(word)).length;
  const counts = languages.map((language) => ({
    language,
    count: words.filter((word) => others[language]?.has(word)).length,
  }));
  const best = counts.reduce((a, b) => (b.count > a.count ? b : a), { language: 'en', count: 0 });

  return best.count > english ? best.language : undefined;
}
