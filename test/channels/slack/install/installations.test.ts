import { describe, expect, it } from 'vitest';
import { grantedIn } from '../../../../src/channels/slack/install/installation.ts';
import { Installations } from '../../../../src/channels/slack/install/installations.ts';
import { teamIdsIn } from '../../../../src/channels/slack/install/team-ids.ts';
import type { Vault } from '../../../../src/protocol/vault.ts';
import { FakeHost } from '../../telegram/fake-host.ts';

/** Two instances over one vault, which counts how often it is read. */
function pair() {
  const clock = { nowMs: 1_000_000 };
  const { vault: kept } = new FakeHost();
  const reads: string[] = [];
  const vault: Vault = {
    ...kept,
    async get(key) {
      reads.push(key);
      return kept.get(key);
    },
  };
  const instance = () => new Installations({ vault, now: () => clock.nowMs });
  return { one: instance(), two: instance(), clock, reads };
}

const T1 = { id: 'T1', token: 'xoxb-1' };

describe('installations', () => {
  it('made by one instance are known to the other at once', async () => {
    const { one, two } = pair();
    expect(await two.of('T1')).toBeUndefined();
    await one.keep(T1);
    expect(await two.of('T1')).toEqual(T1);
    expect(two.isKnown('T1')).toBe(true);
    expect(two.idOfToken('xoxb-1')).toBe('T1');
  });

  it('are read once a minute, and by many at once only once', async () => {
    const { one, two, clock, reads } = pair();
    await one.keep(T1);
    await Promise.all([two.of('T1'), two.of('T1'), two.of('T1')]);
    clock.nowMs += 59_999;
    await two.of('T1');
    expect(reads).toEqual(['installation T1']);
    await one.remove('T1');
    clock.nowMs += 1;
    expect(await two.of('T1')).toBeUndefined();
    expect(two.isKnown('T1')).toBe(false);
    // A call that was begun with it may still be answered.
    expect(two.idOfToken('xoxb-1')).toBe('T1');
    expect(reads).toHaveLength(2);
  });

  it('that are kept while the store is read stay as they were kept', async () => {
    const { vault } = new FakeHost();
    const answers: ((value: string | undefined) => void)[] = [];
    const slow: Vault = { ...vault, get: () => new Promise((resolve) => void answers.push(resolve)) };
    const installations = new Installations({ vault: slow, now: () => 0 });
    const reading = installations.of('T1');
    await installations.keep(T1);
    answers[0]?.(undefined);
    await reading;
    expect(installations.isKnown('T1')).toBe(true);
  });

  it('that cannot be read are no installations that are not there', async () => {
    const { vault } = new FakeHost();
    let isAway = true;
    const flaky: Vault = { ...vault, get: (key) => (isAway ? Promise.reject(new Error('away')) : vault.get(key)) };
    const installations = new Installations({ vault: flaky, now: () => 0 });
    await vault.put('installation T1', JSON.stringify({ token: 'xoxb-1' }));
    await expect(installations.of('T1')).rejects.toThrow('away');
    isAway = false;
    expect(await installations.of('T1')).toEqual(T1);
  });
});

describe('what Slack grants', () => {
  const granted = { access_token: 'xoxb-1', token_type: 'bot', app_id: 'A1', team: { id: 'T1', name: 'Acme' } };

  it('is of a workspace, also where its organisation is named', () => {
    const acme = { id: 'T1', name: 'Acme', token: 'xoxb-1', appId: 'A1', isRotating: false };
    expect(grantedIn({ ...granted, enterprise: null, is_enterprise_install: false })).toEqual(acme);
    expect(grantedIn({ ...granted, enterprise: { id: 'E1', name: 'All of Acme' } })).toEqual(acme);
  });

  it('is of a whole organisation where it says so', () => {
    const enterprise = { id: 'E1', name: 'All of Acme' };
    expect(grantedIn({ ...granted, team: null, enterprise, is_enterprise_install: true })).toMatchObject({
      id: 'E1',
      name: 'All of Acme',
    });
  });

  it('is nothing without the token of a bot and a place', () => {
    expect(grantedIn({ ...granted, token_type: 'user' })).toBeUndefined();
    expect(grantedIn({ ...granted, access_token: 'a b' })).toBeUndefined();
    expect(grantedIn({ ...granted, team: { id: '../T1' } })).toBeUndefined();
    expect(grantedIn({ ...granted, is_enterprise_install: true })).toBeUndefined();
    expect(grantedIn('xoxb-1')).toBeUndefined();
  });

  it('tells of a token that runs out', () => {
    expect(grantedIn({ ...granted, expires_in: 43_200, refresh_token: 'xoxe-1' })).toMatchObject({ isRotating: true });
  });
});

describe('the workspaces that a payload names', () => {
  it.each([
    [{ team_id: 'T1', enterprise_id: 'E1' }, ['T1', 'E1']],
    [{ team_id: 'T9', authorizations: [{ team_id: 'T1', enterprise_id: null }] }, ['T9', 'T1']],
    [
      { team: { id: 'T1' }, user: { team_id: 'T2' }, message: { team: 'T3' }, enterprise: { id: 'E1' } },
      ['T1', 'E1', 'T2', 'T3'],
    ],
    [{ team: null, enterprise: { id: 'E1' }, user: { team_id: 'T1' } }, ['E1', 'T1']],
    [{ team_id: 'T1', team: { id: 'T1' } }, ['T1']],
    [{ team_id: 7, team: 'T1', user: 'U1', authorizations: 'x' }, []],
    [{ team_id: '../../T1' }, []],
    ['T1', []],
  ])('%j', (payload, ids) => {
    expect(teamIdsIn(payload)).toEqual(ids);
  });
});
