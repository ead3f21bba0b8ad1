import { fold } from '../../domain/plain-text.ts';

const set = (text: string): ReadonlySet<string> => new Set(fold(text).split(/\s+/).filter(Boolean));

/** English words that hold a sentence together, and those that a request begins with. */
export const functionWords = set(`
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
]);

/** Words that narrow what is wanted, but say little by themselves. */
export const weakWords = set(`
  today todays tonight tomorrow yesterday now current currently latest recent live real time online app apps application website site web page world
  people person man name thing place data information info list number numbers value result results random some any test big small long short old
  turn turns turned turning stop stops stopped
  good bad high low top first last free open public private simple basic full own different various all special general common popular nearby near
  morning afternoon evening night week month year hour minute daily year years days hours what how
  city cities town country countries place places user users customer customers point points key keys link links message messages
  me you friend mine work works working job ready happy love think feel mean means meaning life
`);

/** Whether these folded words are a greeting and nothing else. */
export function isGreeting(words: readonly string[]): boolean {
  return greetings.has(words.join(' '));
}
