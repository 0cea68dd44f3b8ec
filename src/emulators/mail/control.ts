import { isObject } from '../bounded-json.ts';
import { EmulatorMisuse } from '../misuse.ts';
import type { MailEmulator } from './emulator.ts';
import type { Fault, SmtpStep } from './wire.ts';

type Given = Readonly<Record<string, unknown>>;

const STEPS: readonly SmtpStep[] = ['connect', 'mail', 'rcpt', 'data'];

/**
 * The emulator's own API over HTTP: `POST /emulator/<action>` with named arguments as JSON, for tests in another process.
 * Each action is the method of the same name; people are given by name, mailboxes by address.
 */
export async function runControl(emulator: MailEmulator, action: string, given: Given): Promise<unknown> {
  const from = () => emulator.person(text(given, 'from'));
  const actions: Record<string, () => unknown> = {
    person: () => emulator.person(text(given, 'name')),
    write: () => emulator.write(from(), { subject: text(given, 'subject'), text: text(given, 'text') }),
    reply: () => emulator.reply(from(), text(given, 'mail'), { text: text(given, 'text') }),
    replyAutomatically: () => emulator.replyAutomatically(from(), text(given, 'mail')),
    mails: () => emulator.mails(text(given, 'address')),
    mail: () => emulator.mail(text(given, 'address'), text(given, 'mail')),
    addresses: () => emulator.addresses(),
    handovers: () => emulator.handovers,
    removeMailbox: () => emulator.removeMailbox(text(given, 'address')),
    bounceMailTo: () => emulator.bounceMailTo(text(given, 'address')),
    failNext: () => emulator.failNext(step(given), fault(given)),
  };
  const run = Object.hasOwn(actions, action) ? actions[action] : undefined;
  if (!run) throw new EmulatorMisuse(`There is no action "${action}". There are: ${Object.keys(actions).join(', ')}.`);
  return (await run()) ?? true;
}

function text(given: Given, name: string): string {
  const value = given[name];
  if (typeof value !== 'string') throw new EmulatorMisuse(`"${name}" must be a string.`);
  return value;
}

function step({ step: value }: Given): SmtpStep {
  const found = STEPS.find((known) => known === value);
  if (found) return found;
  throw new EmulatorMisuse(`"step" must be one of ${STEPS.join(', ')}.`);
}

function fault({ fault: value }: Given): Fault {
  if (value === 'reset' || value === 'lost' || value === 'hang') return value;
  if (isObject(value) && typeof value.code === 'number' && typeof value.text === 'string') {
    return { code: value.code, text: value.text };
  }
  throw new EmulatorMisuse('"fault" must be "reset", "lost", "hang" or {code, text}.');
}
