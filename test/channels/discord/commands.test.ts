import { describe, expect, it, onTestFinished } from 'vitest';
import { commandsFor } from '../../../src/channels/discord/commands.ts';
import { runDiscordCommands } from '../../../src/cli/discord-commands.ts';
import { createDiscordEmulator } from '../../../src/emulators/discord/index.ts';
import type { Formation } from '../../../src/formation/formation.ts';
import { DEFAULT_TURN_RULES } from '../../../src/protocol/turn-rules.ts';

const WORDS = DEFAULT_TURN_RULES.commands;

async function emulated() {
  const discord = await createDiscordEmulator();
  onTestFinished(() => discord.close());
  const { token, id } = discord.application;
  return { discord, settings: { token, application_id: id, api_root: discord.apiUrl } };
}

/** Runs the command for a formation with these settings. */
async function run(settings: object | undefined) {
  const lines: string[] = [];
  const channels = new Map(settings === undefined ? [] : [['discord', settings]]);
  const formation = { id: 'acme', channels, turns: DEFAULT_TURN_RULES } as unknown as Formation;
  const exit = await runDiscordCommands({
    load: async () => ({ formation, findings: [] }),
    write: (line) => lines.push(line),
  });
  return { exit, lines };
}

describe('npm run discord:commands', () => {
  it('registers /ask and the words of the formation, and does no harm a second time', async () => {
    const { discord, settings } = await emulated();
    const told = { exit: 0, lines: ['Registered /ask, /stop, /reset, /help. People see them within moments.'] };
    expect([await run(settings), await run(settings)]).toEqual([told, told]);
    expect(discord.commands().map(({ name, options }) => [name, options?.map((option) => option.name)])).toEqual([
      ['ask', ['text']],
      ['stop', undefined],
      ['reset', undefined],
      ['help', undefined],
    ]);
    const ann = discord.person('Ann');
    // Taken by the emulator as Discord would; nobody listens here.
    expect(await discord.slashCommand(ann, discord.dm(ann), 'ask', { text: 'why' })).toMatchObject({
      interaction: { data: { name: 'ask', options: [{ name: 'text', type: 3, value: 'why' }] } },
    });
  });

  it('finds the application by its token', async () => {
    const { discord, settings } = await emulated();
    expect((await run({ ...settings, application_id: '' })).exit).toBe(0);
    expect(discord.calls.map(({ route }) => route)).toEqual([
      'GET /applications/@me',
      'PUT /applications/:application/commands',
    ]);
  });

  it.each([
    [{ token: 'another.token' }, 'channels.discord.token'],
    [{ application_id: '5' }, 'channels.discord.application_id'],
    [{ api_root: 'http://127.0.0.1:9' }, 'Discord could not be reached (ECONNREFUSED)'],
  ])('with %j says what to correct', async (changed, hint) => {
    const { settings } = await emulated();
    await expect(run({ ...settings, ...changed })).rejects.toMatchObject({
      code: 'commands_not_registered',
      message: expect.stringContaining(hint),
    });
    await expect(run({ ...settings, ...changed })).rejects.not.toMatchObject({
      message: expect.stringContaining(settings.token),
    });
  });

  it.each([[undefined], [{ token: '' }]])('wants a token: %j', async (settings) => {
    await expect(run(settings)).rejects.toMatchObject({
      code: 'channel_off',
      message: expect.stringContaining("'acme'"),
    });
  });

  it('shows what is wrong with a formation', async () => {
    const lines: string[] = [];
    const finding = { severity: 'error', file: 'formation.afs', line: 1, column: 1, message: 'wrong' } as const;
    const load = async () => ({ findings: [finding as never] });
    expect(await runDiscordCommands({ load, write: (line) => lines.push(line) })).toBe(1);
    expect(lines.join()).toContain('wrong');
  });
});

describe('the commands of a formation', () => {
  const names = (words: Partial<typeof WORDS>) => commandsFor({ ...WORDS, ...words }).map(({ name }) => name);

  it('are its own words, as far as they begin with a slash and Discord takes them, each once', () => {
    expect(names({ stop: ['/Halt', 'stop it', '/stop now', '/ask'], reset: [], help: ['/help', '/?'] })).toEqual([
      'ask',
      'halt',
      'help',
    ]);
  });
});
