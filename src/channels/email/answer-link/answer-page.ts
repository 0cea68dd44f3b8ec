import type { ChannelHost } from '../../../protocol/channel.ts';
import { BridgeError } from '../../../protocol/errors.ts';
import type { ChannelPage, Page } from '../../../protocol/page.ts';
import { addressOf } from '../address.ts';
import { readOffer } from './offer.ts';
import { pressOf } from './press.ts';
import type { SealedText } from './sealed-text.ts';
import { issueTicket, readTicket } from './ticket.ts';

export const ANSWER_PATH = '/channels/email/answer';

export interface AnswerPageDeps {
  host: Pick<ChannelHost, 'receive' | 'now'>;
  /** Our own address. */
  mailbox: string;
  /** What the links in mails are sealed with. */
  links: SealedText;
  /** What the buttons of this page are sealed with. */
  tickets: SealedText;
  /** Who is heard; absent = everyone. */
  allow: readonly string[] | undefined;
  /** Aborted when the channel stops. */
  stopping: AbortSignal;
}

/**
 * The page behind the link of an option. To open it does nothing, for mail scanners open every link; its button answers,
 * with a ticket of its own that counts once.
 *
 * A link acts for whom the mail was sent to, whoever opens it: it is as good as the mail, which may have been passed on.
 */
export function answerPage(deps: AnswerPageDeps): ChannelPage {
  const { host, mailbox, links, tickets, allow, stopping } = deps;
  return {
    path: ANSWER_PATH,
    async open({ query }) {
      const offer = readOffer(links.open(query.get('a') ?? ''));
      if (!offer) return NO_LINK;
      return {
        status: 200,
        title: offer.prompt || 'Your answer',
        lines: [`Your answer: ${offer.label}`, 'It is sent when you press the button.'],
        form: {
          label: `Send: ${offer.label}`,
          path: ANSWER_PATH,
          fields: { ticket: issueTicket(offer, tickets, host.now()) },
        },
      };
    },
    async submit(fields) {
      if (stopping.aborted) throw new BridgeError('shutting_down', 'The service is stopping. Press again in a minute.');
      const ticket = readTicket(fields.get('ticket') ?? '', tickets, host.now());
      if (!ticket) return OLD_PAGE;
      const press = pressOf(ticket, mailbox);
      if (!press) return NO_LINK;
      if (allow && !allow.includes(String(addressOf(ticket.offer.conversation)?.address))) return NOT_HEARD;
      const { toast } = await host.receive(press);
      return { status: 200, title: toast?.text ?? 'Received', lines: ['You can close this page.'] };
    },
  };
}

const NO_LINK: Page = {
  status: 404,
  title: 'This link leads nowhere',
  lines: ['It is not complete, or too old. Open it from the mail again, or reply to the mail.'],
};

const OLD_PAGE: Page = {
  status: 410,
  title: 'This page is too old',
  lines: ['Nothing was sent. Open the link in the mail again, or reply to the mail.'],
};

const NOT_HEARD: Page = {
  status: 403,
  title: 'Not for this address',
  lines: ['This bot hears certain people only, and you are not among them. Nothing was sent.'],
};
