import { describe, expect, it } from 'vitest';
import { readEnvironment } from '../src/environment.ts';

describe('the environment', () => {
  it.each(['postgres://f:pw@db:5432/footbridge', 'postgresql://db/footbridge?sslmode=require'])(
    'takes %s as a database',
    (url) => {
      expect(readEnvironment({ DATABASE_URL: url }).DATABASE_URL).toBe(url);
    },
  );

  it.each(['mysql://f:hunter2@db/footbridge', 'db.acme.example/hunter2', 'hunter2'])(
    'refuses a database URL of another kind, and does not repeat what may be a password',
    (url) => {
      expect(() => readEnvironment({ DATABASE_URL: url })).toThrow(
        'The environment is not as it must be. DATABASE_URL: not a PostgreSQL URL, e.g. postgresql://user:password@host:5432/footbridge',
      );
      expect(() => readEnvironment({ DATABASE_URL: url })).not.toThrow(/hunter2/);
    },
  );

  it('takes an empty variable as none', () => {
    expect(readEnvironment({ DATABASE_URL: '' }).DATABASE_URL).toBeUndefined();
  });
});
