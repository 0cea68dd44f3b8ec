import { describe, expect, it } from 'vitest';
import { linesOf, loaded } from './workshop.ts';

const MINIMAL = 'id: acme\nagent: { type: script, replies: [] }\n';

describe('what a formation allows apps', () => {
  it('is nothing said, no host, or hosts by name', async () => {
    for (const [keys, hosts] of [
      ['', undefined],
      ['apps: {}', undefined],
      ['apps: { allowed_hosts: [] }', []],
      ['apps: { allowed_hosts: [api.acme.example, "*.acme.example"] }', ['api.acme.example', '*.acme.example']],
    ] as const) {
      expect((await loaded({ 'formation.afs': MINIMAL + keys })).allowedAppHosts).toEqual(hosts);
    }
  });

  it.each(['https://acme.example', 'acme.example:8443', 'Acme.example', '*', '*.com', 'acme.example/', "'self'", ''])(
    'is no list with %j in it',
    async (host) => {
      const keys = `apps: { allowed_hosts: [${JSON.stringify(host)}] }`;
      const [line] = await linesOf(MINIMAL + keys);
      expect(line).toContain('apps.allowed_hosts[0]: ');
      expect(line).toContain('expected a host in lower case without scheme, port and path, e.g. "api.acme.example"');
    },
  );

  it('is no key that there is not', async () => {
    const [line] = await linesOf(`${MINIMAL}apps: { allowed_host: [a.example] }`);
    expect(line).toContain('allowed_hosts');
  });
});
