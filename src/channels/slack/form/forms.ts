import { reasonOf } from '../../../protocol/errors.ts';
import type { FormWords } from '../../../protocol/form-words.ts';
import { InFlight } from '../../../protocol/in-flight.ts';
import type { Log } from '../../../protocol/log.ts';
import type { Notices } from '../notices.ts';
import type { Tokens } from '../tokens.ts';
import type { Answer, CallWebApi } from '../web-api.ts';
import type { FormPress } from './form-press.ts';
import { formView } from './view.ts';

/** Forms being opened at once; when Slack cannot be reached, more would only pile up. */
const MAX_IN_FLIGHT = 1_000;

export interface Forms {
  /** Shows whoever pressed a command to look over and send. Returns at once and never throws. */
  open(press: FormPress): void;
  /** Resolves when none is being opened. */
  settled(): Promise<void>;
}

/** Opens forms, outside every lane: Slack gives 3 seconds. Whoever gets none is told so. */
export function createForms(deps: {
  call: CallWebApi;
  tokens: Pick<Tokens, 'of'>;
  notices: Pick<Notices, 'show'>;
  words: (locale: string | undefined) => FormWords;
  log: Log;
}): Forms {
  const { call, tokens, notices, log } = deps;
  const underWay = new InFlight();

  async function tokenOf(team: unknown): Promise<string | undefined> {
    try {
      return await tokens.of(team === undefined ? undefined : String(team));
    } catch (error) {
      log.warn({ reason: reasonOf(error) }, 'a form of slack could not be opened');
      return undefined;
    }
  }

  async function show(press: FormPress): Promise<void> {
    const words = deps.words(press.person.locale);
    const token = await tokenOf(press.address.team);
    if (token !== undefined) {
      const body = { trigger_id: press.triggerId, view: formView(press, words) };
      let answer = await call('views.open', token, body);
      // A trigger opens one form, so a second try never shows two.
      if (answer.type === 'silence') answer = await call('views.open', token, body);
      if (answer.type === 'yes' || isOpen(answer)) return;
      const reason = answer.type === 'no' ? answer.code : answer.reason;
      log.warn({ reason }, 'a form of slack could not be opened');
    }
    notices.show(press, { code: 'failed', text: words.failed });
  }

  return {
    open(press) {
      if (underWay.size < MAX_IN_FLIGHT) void underWay.follow(show(press));
      else log.warn({ in_flight: underWay.size }, 'a form of slack was not opened: too many are being opened');
    },
    settled: () => underWay.settled(),
  };
}

/** The trigger was used: by the try of which no answer was seen, or because the press came twice. */
function isOpen(answer: Answer): boolean {
  return answer.type === 'no' && answer.code === 'exchanged_trigger_id';
}
