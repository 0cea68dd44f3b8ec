import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { simpleParser } from 'mailparser';
import { createTransport } from 'nodemailer';
import type { MailEmulator } from '../../../src/emulators/mail/index.ts';
import type { RunningBot } from './running-bot.ts';

/** What it answers, by a word in the mail. `PAGE` stands for its own address. */
const HTML: Readonly<Record<string, string>> = {
  deploy:
    '<!doctype html><html><body style="margin:0;padding:16px"><p>Which <b>region</b>?</p><a href="PAGE/answer">Europe</a></body></html>',
  hostile: `<meta http-equiv="refresh" content="0;url=PAGE/meta"><base href="PAGE/base/"><style>p{background:url(PAGE/style)}</style>
<p onclick="parent.document.title=1">Harmless</p><script>parent.document.title=2</script><img src="PAGE/pixel" alt="a cat" onerror="parent.document.title=3">
<a href="javascript:parent.document.title=4">script</a><a href="PAGE/ok" target="_top" ping="PAGE/ping">good</a>
<iframe src="PAGE/frame"></iframe><form action="PAGE/form"><button>press</button></form><svg><image href="PAGE/svg"/></svg>`,
};

export interface MailBot extends RunningBot {
  /** Paths that were asked of it beside mail, in order. */
  visits: string[];
}

/** A small bot that takes mail over HTTP, as providers post it, and answers by SMTP. It refuses what says `refuse`. */
export async function startMailBot(emulator: MailEmulator): Promise<MailBot> {
  const { port } = new URL(emulator.smtpUrl);
  const transport = createTransport({ host: '127.0.0.1', port: Number(port), ignoreTLS: true });
  const visits: string[] = [];
  let url = '';
  const server = createServer(async (request, response) => {
    if (request.method === 'GET') {
      visits.push(request.url ?? '');
      response.end('A page of the bot.');
      return;
    }
    const mail = await simpleParser(await bodyOf(request));
    const text = mail.text ?? '';
    response.statusCode = /refuse/.test(text) ? 413 : 200;
    response.end();
    if (response.statusCode === 200) await answer(text, mail).catch(() => {});
  });

  async function answer(text: string, mail: Awaited<ReturnType<typeof simpleParser>>): Promise<void> {
    const [said = ''] = text.split('\n');
    const html = HTML[said]?.replaceAll('PAGE', url);
    await transport.sendMail({
      from: { name: emulator.bot.name, address: emulator.bot.address },
      to: mail.from?.value[0]?.address ?? '',
      subject: `Re: ${mail.subject}`.replace(/^Re: Re: /, 'Re: '),
      inReplyTo: mail.messageId,
      references: mail.messageId,
      text: html === undefined ? `You said: ${said}` : `Which region?\n\n1. Europe: ${url}/answer`,
      ...(html !== undefined && { html }),
      ...(said === 'file' && { attachments: [{ filename: 'notes.txt', content: 'Some notes' }] }),
    });
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  emulator.setWayIn({ http: { url, secret: 'inbound' } });
  return {
    visits,
    async stop() {
      transport.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}
