import type { ChannelHost } from '../../../protocol/channel.ts';
import { BridgeError } from '../../../protocol/errors.ts';
import type { ChannelPage, Page } from '../../../protocol/page.ts';
import { labelsOf, type Offer, readOffer } from './offer.ts';
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
 * The page behind a link in a mail. To open it does nothing, for mail scanners open every link; its button answers, with
 * a ticket of its own that counts once.
 *
 * A link acts for whom the mail was sent to, whoever opens it: it is as good as the mail, which may have been passed on.
 */
export function answerPage(deps: AnswerPageDeps): ChannelPage {
  const { host, mailbox, links, tickets, allow, stopping } = deps;

  function asking(offer: Offer): Page {
    const { prompt, options, multi } = offer;
    const label = labelsOf(offer);
    return {
      status: 200,
      title: prompt || 'Your answer',
      lines: multi
        ? ['Choose, then press the button. Nothing is sent before.']
        : [`Your answer: ${label}`, 'It is sent when you press the button.'],
      form: {
        label: multi ? 'Send' : `Send: ${label}`,
        path: ANSWER_PATH,
        fields: { ticket: issueTicket(offer, tickets, host.now()) },
        ...(multi && { checks: options.map(({ index, label: shown }) => ({ value: String(index), label: shown })) }),
      },
    };
  }

  return {
    path: ANSWER_PATH,
    async open({ query }) {
      const offer = readOffer(links.open(query.get('a') ?? ''));
      return offer ? asking(offer) : NO_LINK;
    },
    async submit(fields) {
      if (stopping.aborted) throw new BridgeError('shutting_down', 'The service is stopping. Press again in a minute.');
      const ticket = readTicket(fields.get('ticket') ?? '', tickets, host.now());
      if (!ticket) return OLD_PAGE;
      const { offer, nonce } = ticket;
      const checked = fields.getAll('check');
      const options = offer.multi
        ? offer.options.filter(({ index }) => checked.includes(String(index)))
        : offer.options;
      if (options.length === 0) return { ...asking(offer), title: 'Please choose something first.' };
      const press = pressOf({ offer: { ...offer, options }, nonce }, mailbox);
      if (!press) return NO_LINK;
      if (allow && !allow.includes(press.person.id)) return NOT_HEARD;
      const { toast } = await host.receive(press);
      return { status: 200, title: toast?.text || 'Received', lines: ['You can close this page.'] };
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
