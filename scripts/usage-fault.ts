/** The command was called wrongly. The message names the thing, the rule and the cure. */
export class UsageFault extends Error {
  override readonly name = 'UsageFault';
}
