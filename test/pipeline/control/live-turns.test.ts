import { describe, expect, it } from 'vitest';
import { createLiveTurns } from '../../../src/pipeline/turn/live-turns.ts';

describe('turns that run in this process', () => {
  it('are cut short once, for the first reason', async () => {
    const turns = createLiveTurns();
    const turn = turns.begin('t1');
    expect([turn.cut, turn.signal.aborted]).toEqual([undefined, false]);
    turns.stop('t1');
    turn.cutShort('deadline');
    await turn.whenCut;
    expect([turn.cut, turn.signal.aborted]).toEqual(['stopped', true]);
  });

  it('have an aborted signal for an agent that asks for it late', () => {
    const turn = createLiveTurns().begin('t1');
    turn.cutShort('deadline');
    expect(turn.signal.aborted).toBe(true);
    expect(turn.signal).toBe(turn.signal);
  });

  it('are stopped as they begin when that was asked before', () => {
    const turns = createLiveTurns();
    turns.stop('t1');
    expect(turns.begin('t2').cut).toBeUndefined();
    expect(turns.begin('t1').cut).toBe('stopped');
    expect(turns.begin('t1').cut).toBeUndefined();
  });

  it('are not told of stops without end: the oldest that never began are forgotten', () => {
    const turns = createLiveTurns();
    for (let number = 0; number < 1_500; number++) turns.stop(`t${number}`);
    expect(turns.begin('t0').cut).toBeUndefined();
    expect(turns.begin('t1499').cut).toBe('stopped');
  });

  it('can still be stopped when an earlier claim of theirs ends, which is at work here, too', () => {
    const turns = createLiveTurns();
    const [first, second] = [turns.begin('t1'), turns.begin('t1')];
    turns.end('t1', first);
    expect(turns.has('t1')).toBe(true);
    turns.stop('t1');
    expect(second.cut).toBe('stopped');
    turns.end('t1', second);
    expect(turns.has('t1')).toBe(false);
  });

  it('are all given up together, but not those that have ended', () => {
    const turns = createLiveTurns();
    const [running, ended] = [turns.begin('t1'), turns.begin('t2')];
    turns.end('t2', ended);
    turns.giveUp();
    expect([running.cut, ended.cut]).toEqual(['given_up', undefined]);
    expect([turns.has('t1'), turns.has('t2')]).toEqual([true, false]);
  });
});
