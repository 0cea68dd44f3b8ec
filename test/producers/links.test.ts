import { describe, expect, it } from 'vitest';
import { addActionLink } from '../../src/producers/action-link.ts';
import type { ConfiguredLinks } from '../../src/producers/links.ts';
import type { Produced } from '../../src/protocol/produced.ts';
import { PROVENANCES, type Provenance } from '../../src/protocol/widget.ts';
import { made } from './made.ts';

const LINKS: ConfiguredLinks = new Map([
  ['github', { label: 'Connect GitHub', url: 'https://github.example/login?a=1', hint: 'Opens GitHub' }],
  ['credential_portal', { url: 'https://auth.acme.example' }],
]);

const redirect = (service: string, links = LINKS) => made({ credential_redirect: { service } }, links);

describe('a credential redirect', () => {
  it("becomes the formation's link for the service [MUXI-18]", () => {
    const { widgets, provenances, questions, notes } = redirect('github');
    expect(widgets).toEqual([
      {
        type: 'action_link',
        id: 'ui_1',
        label: 'Connect GitHub',
        url: 'https://github.example/login?a=1',
        hint: 'Opens GitHub',
      },
    ]);
    expect(provenances).toEqual(['formation_config']);
    expect({ questions, notes }).toEqual({ questions: [], notes: [] });
  });

  it("falls back to the formation's credential portal, called by its host [MUXI-14, MUXI-18]", () => {
    expect(redirect('jira').widgets).toEqual([
      { type: 'action_link', id: 'ui_1', label: 'auth.acme.example', url: 'https://auth.acme.example' },
    ]);
  });

  it('leaves a note that tells what to configure', () => {
    const { widgets, notes } = redirect('ji\nra', new Map());
    expect(widgets).toEqual([]);
    expect(notes).toEqual([
      {
        code: 'link_not_configured',
        message:
          "The agent asks for a credential of 'ji ra', but the formation has no link for it. Add links.ji ra.url or links.credential_portal.url.",
      },
    ]);
  });

  it.each(['__proto__', 'constructor', 'toString'])('knows no service %s', (service) => {
    expect(redirect(service, new Map()).codes).toEqual(['link_not_configured']);
  });

  it('never takes a URL from the agent', () => {
    const service = 'https://evil.example';
    expect(redirect(service).widgets[0]?.url).toBe('https://auth.acme.example');
  });

  it('checks what the formation gave once more', () => {
    const { widgets, codes } = redirect('github', new Map([['github', { label: 'x', url: 'javascript:alert(1)' }]]));
    expect(widgets).toEqual([]);
    expect(codes).toEqual(['link_refused']);
  });
});

describe('making an action_link', () => {
  const add = (provenance: Provenance) => {
    const into: Produced = { widgets: [], questions: [], notes: [] };
    addActionLink({ url: 'https://acme.example' }, { provenance, source: 'a test' }, () => 'ui_1', into);
    return into;
  };

  it.each(PROVENANCES)('is vouched for by %s [MUXI-17]', (provenance) => {
    expect(add(provenance).widgets[0]?.provenance).toBe(provenance);
  });

  it.each(['llm_says_so', '', undefined, 'toString'])('by %j throws [HI-36, MUXI-17]', (provenance) => {
    expect(() => add(provenance as Provenance)).toThrowError(expect.objectContaining({ code: 'provenance_missing' }));
  });
});
