import { kept, registrationRefusals, shortWait } from '#texts/forms.ts';
import { ownOf, type Said } from '../site/said.ts';
import { filled, type Translations } from '../texts/message.ts';
import { type Refusal, waitText } from './catalog-api.ts';

/** How a registration or a check of its endpoint fared that was refused. */
export function saidOfRegistration({ code, detail, retryAfterSeconds }: Refusal): Said[] {
  const wait = retryAfterSeconds === undefined ? shortWait : waitText(retryAfterSeconds);
  const refusals: Translations<'wait'> = registrationRefusals;
  const own = ownOf(refusals, code);
  const why =
    own === undefined ? { text: '', english: detail } : { text: filled(own, { wait }), english: '' };

  return [why, { text: kept, english: '' }];
}
