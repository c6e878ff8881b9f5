import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Heartbeat } from '../../src/agent/heartbeat.ts';

describe('a heartbeat', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const start = (isListening = () => true, isStarved = () => false) => {
    const done: string[] = [];
    const heartbeat = new Heartbeat({
      isListening,
      ask: () => void done.push('ask'),
      isStarved,
      wake: (seconds, starved) => void done.push(`${starved ? 'starved' : 'wake'} ${seconds}`),
      giveUp: (seconds) => void done.push(`give up ${seconds}`),
    });
    return { heartbeat, done, pass: (seconds: number) => vi.advanceTimersByTime(seconds * 1_000) };
  };

  it('asks once a second, wakes from the third second of silence on, gives up after ten', () => {
    const { heartbeat, done, pass } = start();
    heartbeat.heard();
    pass(3);
    expect(done.splice(0)).toEqual(['ask', 'ask', 'ask']);
    pass(1);
    expect(done.splice(0)).toEqual(['wake 3', 'ask']);
    heartbeat.heard();
    pass(3);
    expect(done.splice(0)).toEqual(['ask', 'ask', 'ask']);
    pass(60);
    expect(done.filter((each) => each.startsWith('give up'))).toEqual(['give up 10']);
  });

  it('gives a start more time', () => {
    const { done, pass } = start();
    pass(60);
    expect(done.filter((each) => each.startsWith('give up') || each === 'ask')).toEqual([]);
    pass(1);
    expect(done.at(-1)).toBe('give up 60');
  });

  it('is patient with an agent that waits for the processor, and not for ever', () => {
    let starved = true;
    const { heartbeat, done, pass } = start(undefined, () => starved);
    heartbeat.heard();
    pass(31);
    expect(done.at(-2)).toBe('starved 30');
    starved = false;
    pass(9);
    expect(done.at(-2)).toBe('wake 39');
    pass(1);
    expect(done.at(-1)).toBe('give up 40');
    starved = true;
    const other = start(undefined, () => starved);
    other.heartbeat.heard();
    other.pass(60);
    expect(other.done.at(-2)).toBe('starved 59');
    other.pass(1);
    expect(other.done.at(-1)).toBe('give up 60');
  });

  it('counts nothing while nobody listens', () => {
    let listening = false;
    const { heartbeat, done, pass } = start(() => listening);
    heartbeat.heard();
    pass(100);
    expect(done).toEqual([]);
    listening = true;
    pass(2);
    expect(done).toEqual(['ask', 'ask']);
  });

  it('ends with `stop`', () => {
    const { heartbeat, done, pass } = start();
    heartbeat.stop();
    pass(100);
    expect(done).toEqual([]);
  });
});
