import { fold } from '../../domain/fold.ts';

const set = (text: string): ReadonlySet<string> => new Set(fold(text).split(/\s+/).filter(Boolean));

/** English words that hold a sentence together, and those that a request begins with. */
const functionWords = set(`
  a about above after all also although always am among an and another any anybody anyone anything are aren around as at be because been before being
  between both but by can cannot could couldn did didn do does doesn don down during each either else even ever every everybody everyone everything
  for from had has hasn have haven having he her here hers him his how i if in instead into is isn it its itself may me might mine more most much must
  my myself neither no nor not nothing of off often on once only or other others otherwise our ours out over own perhaps please quite rather shall she
  should shouldn since so some somebody somehow someone something sometimes somewhere still such than that the their theirs them then there these they
  this those through thus to together too toward under until up upon via very was wasn we well were weren what whatever when where whether which while
  who whoever whom whose why will with within without won would wouldn yet you your yours yourself need needed needing needs want wanted wanting wants
  give gives get gets getting find looking look show shows tell let lets recommend suggest best better pls
`);

/** Words of asking and of this trade, which say nothing about what is wanted either: every service here is an API. */
const askingWords = set(`
  action again agent api apis ask asked asking bring bye call calling calls capability cheers come comes constraints d day dear doing done
  easily easy endpoint endpoints enough etc exactly fast fetch few filter filters finding full gave given giving go goal goes going gonna good goodbye
  got great greetings haha hello help helpful helps hey hi hmm howdy id im input intent just kind know like ll lol looks lot lots m make makes making many maybe
  new next nice null objective offer offering offers oh ok okay one ones paid parameters params pay paying payload per possible possibly prefer
  preferably provide provided provider providers provides providing purpose put quality query quick quickly re really regarding reliable request
  requests require required requires right s said same say see seem seems service services several showing simple simply sort stuff sup sure t take
  taking task tells thank thanks thing things tool true try trying u undefined ur us use used useful user uses using ve way wish wow x402 yes yo
`);

/** English words that say nothing about what is wanted. */
export const englishStopWords: ReadonlySet<string> = new Set([...functionWords, ...askingWords]);

/** Texts that greet or thank, and ask for nothing. */
const greetings: ReadonlySet<string> = new Set([
  'hello',
  'hi',
  'hey',
  'howdy',
  'greetings',
  'good morning',
  'good afternoon',
  'good evening',
  'good day',
  'thanks',
  'thank you',
  'bye',
  'goodbye',
  'hola',
  'buenos dias',
  'gracias',
  'hallo',
  'guten tag',
  'danke',
  'bonjour',
  'merci',
  'ola',
  'bom dia',
  'obrigado',
]);

/** Words that narrow what is wanted, but say little by themselves. */
export const weakWords = set(`
  today todays tonight tomorrow yesterday now current currently latest recent live real time online app apps application website site web page world
  people person man name thing place data information info list number numbers value result results random some any test big small long short old
  good bad high low top first last free open public private simple basic full own different various all special general common popular nearby near
  morning afternoon evening night week month year hour minute daily year years days hours what how
  city cities town country countries place places user users customer customers point points key keys link links message messages
  me you friend mine work works working job ready happy love think feel mean means meaning life
`);

/** Stop words of other languages, by language. */
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

/** Whether a folded word is a function word of English or of the given language. */
export function isFunctionWord(word: string, language: string | undefined): boolean {
  return functionWords.has(word) || isForeign(word, language);
}

/** Whether a folded word says nothing about what is wanted. */
export function isStopWord(word: string, language: string | undefined): boolean {
  return englishStopWords.has(word) || isForeign(word, language);
}

/** Whether these folded words are a greeting and nothing else. */
export function isGreeting(words: readonly string[]): boolean {
  return greetings.has(words.join(' '));
}

function isForeign(word: string, language: string | undefined): boolean {
  return language !== undefined && (others[language]?.has(word) ?? false);
}

/** The language that most function words of a sentence belong to; undefined for English, and in case of doubt. */
export function languageOf(words: readonly string[]): string | undefined {
  const english = words.filter((word) => englishStopWords.has(word)).length;
  const counts = languages.map((language) => ({
    language,
    count: words.filter((word) => others[language]?.has(word)).length,
  }));
  const best = counts.reduce((a, b) => (b.count > a.count ? b : a), { language: 'en', count: 0 });

  return best.count > english ? best.language : undefined;
}
