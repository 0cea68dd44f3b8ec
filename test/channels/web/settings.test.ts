import { expect, it } from 'vitest';
import { webSettings } from '../../../src/channels/web/settings.ts';

const hosts = (...names: string[]) => webSettings.safeParse({ external_hosts: names });

it.each(['acme.example', 'docs.acme.example', 'localhost', 'xn--bcher-kva.example'])('takes the host %s', (name) => {
  expect(hosts(name).success).toBe(true);
});

it.each(['*.acme.example', 'Acme.example', 'acme.example/x', 'https://acme.example', 'acme.example:443', ''])(
  'takes %j for no host, since none would ever be it',
  (name) => {
    expect(hosts(name).success).toBe(false);
  },
);
