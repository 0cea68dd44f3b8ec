import { createPublicKey, verify } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import type { Interaction } from '../../../src/emulators/discord/wire.ts';

/** What stands before a bare ed25519 key in its DER form. */
const SPKI_HEAD = Buffer.from('302a300506032b6570032100', 'hex');

/** An app that listens for interactions over HTTP, as Discord's documentation has it. Ends with the test. */
export async function listening(options: {
  publicKey: string;
  /** What it answers with; to answer later, or otherwise, it uses the response itself and gives nothing. */
  answer?: (interaction: Interaction, response: ServerResponse) => object | undefined;
  verifies?: boolean;
}): Promise<{ url: string; heard: Interaction[] }> {
  const { publicKey, answer, verifies = true } = options;
  const key = createPublicKey({
    key: Buffer.concat([SPKI_HEAD, Buffer.from(publicKey, 'hex')]),
    format: 'der',
    type: 'spki',
  });
  const heard: Interaction[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const signed = Buffer.from(`${request.headers['x-signature-timestamp']}${body}`);
    const signature = Buffer.from(String(request.headers['x-signature-ed25519']), 'hex');
    if (verifies && !verify(null, signed, key, signature)) {
      response.writeHead(401).end();
      return;
    }
    const interaction = JSON.parse(body) as Interaction;
    if (interaction.type !== 1) heard.push(interaction);
    const answered = interaction.type === 1 ? { type: 1 } : answer?.(interaction, response);
    if (answered) response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answered));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, heard };
}
