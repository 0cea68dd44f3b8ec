import { describe, expect, it } from 'vitest';
import { linesOf, load, loaded } from './workshop.ts';

const openai = (model: string) =>
  `id: acme\nagent:\n  type: openai\n  base_url: https://a.example\n  model: ${model}\n`;

async function modelOf(model: string, env: Record<string, string> = {}): Promise<unknown> {
  const { agent } = await loaded({ 'formation.afs': openai(model) }, { env });
  return (agent.settings as { model: string }).model;
}

describe('a secret', () => {
  it('comes from the environment, whole or inside a text', async () => {
    expect(await modelOf('${{ secrets.MODEL }}', { MODEL: 'small' })).toBe('small');
    expect(await modelOf('"${{secrets.A}}-${{ secrets.B }}!"', { A: 'a', B: 'b' })).toBe('a-b!');
  });

  it('stays text when it looks like a number', async () => {
    expect(await modelOf('${{ secrets.MODEL }}', { MODEL: '42' })).toBe('42');
  });

  it('is put in as it is, even when it looks like a placeholder', async () => {
    expect(await modelOf('${{ secrets.MODEL }}', { MODEL: '${{ secrets.OTHER }} $& $1' })).toBe(
      '${{ secrets.OTHER }} $& $1',
    );
  });

  it('may be missing where there is a default', async () => {
    expect(await modelOf("${{ secrets.MODEL ?? 'small' }}")).toBe('small');
    expect(await modelOf("'${{ secrets.MODEL ?? \"it''s\" }}'")).toBe("it's");
    expect(await modelOf("a${{ secrets.MODEL ?? '' }}")).toBe('a');
    expect(await modelOf("${{ secrets.MODEL ?? 'a }} ${{ b' }}")).toBe('a }} ${{ b');
  });

  it('that is set but empty is a value', async () => {
    expect(await modelOf("a${{ secrets.MODEL ?? 'small' }}", { MODEL: '' })).toBe('a');
  });

  it('that is missing is told at its place, with what to do', async () => {
    expect(await linesOf(openai('"${{ secrets.A ?? \'x\' }} and ${{ secrets.MODEL }}"'))).toEqual([
      'formation.afs:5:39: error: agent.model: the secret MODEL is not set. Set MODEL in the environment or in .env.',
    ]);
  });

  it('that is missing is told in a block text and behind escapes, too', async () => {
    expect(await linesOf(openai('|\n    first\n    ${{ secrets.B }}'))).toEqual([
      'formation.afs:7:5: error: agent.model: the secret B is not set. Set B in the environment or in .env.',
    ]);
    expect(await linesOf(openai('"\\x24{{ secrets.B }}"'))).toEqual([
      'formation.afs:5:10: error: agent.model: the secret B is not set. Set B in the environment or in .env.',
    ]);
  });

  it('that is missing is told at its place after a default that holds braces', async () => {
    expect(await linesOf(openai('"${{ secrets.A ?? \'${{\' }} ${{ secrets.B }}"'))).toEqual([
      'formation.afs:5:37: error: agent.model: the secret B is not set. Set B in the environment or in .env.',
    ]);
  });

  it('behind escapes is not taken for one further down', async () => {
    expect(await linesOf(`${openai('"\\x24{{ secrets.B }}"')}  api_key: \${{ secrets.C }}\n`)).toEqual([
      'formation.afs:5:10: error: agent.model: the secret B is not set. Set B in the environment or in .env.',
      'formation.afs:6:12: error: agent.api_key: the secret C is not set. Set C in the environment or in .env.',
    ]);
  });

  it('that has the wrong length is not measured by its placeholder', async () => {
    const afs = 'id: acme\nagent: { type: script, replies: [] }\nrecommender: { model: "${{ secrets.M }}" }\n';
    expect(await linesOf(afs, { M: '' })).toEqual([
      'formation.afs:3:23: error: recommender.model: expected at least 1 character.',
    ]);
  });

  it('does not show in the words of a plugin, not even clipped', async () => {
    const toy = 'id: acme\nagent: { type: script, replies: [] }\nchannels: { toy: { says: "no ${{ secrets.S }}" } }\n';
    expect(await linesOf(toy, { S: 'x1'.repeat(500) })).toEqual([
      'formation.afs:3:13: error: channels.toy: not accepted; the reason would show the secret S.',
    ]);
    expect(await linesOf(toy, { S: 'abcd' })).toEqual([
      'formation.afs:3:13: error: channels.toy: not accepted; the reason would show the secret S.',
    ]);
    expect(await linesOf(toy, { S: 'o' })).toEqual([
      'formation.afs:3:13: error: channels.toy: checking this failed: no o.',
    ]);
  });

  it('is never guessed from a name that is nearly right', async () => {
    expect(await linesOf(openai('${{ secrets.TOKN }}'), { TOKEN: 'value-of-token' })).toEqual([
      'formation.afs:5:10: error: agent.model: the secret TOKN is not set. Set TOKN in the environment or in .env.',
    ]);
  });

  it.each(['toString', '__proto__', 'constructor', 'hasOwnProperty'])(
    'is not what every object has: %s',
    async (name) => {
      expect(await linesOf(openai(`\${{ secrets.${name} }}`))).toEqual([
        `formation.afs:5:10: error: agent.model: the secret ${name} is not set. Set ${name} in the environment or in .env.`,
      ]);
    },
  );

  it('has a plain name', async () => {
    expect(await linesOf(openai('${{ secrets.A-B }}'))).toEqual([
      'formation.afs:5:10: error: agent.model: a secret is named by letters, digits and _, as in ${{ secrets.API_TOKEN }}.',
    ]);
  });

  it('is missing once, not once more as a wrong value', async () => {
    const afs =
      'id: acme\nagent: { type: script, replies: [] }\nlinks: { a: { url: "${{ secrets.PORTAL }}" } }\n' +
      'channels: { telegram: { token: a, mode: "${{ secrets.MODE }}" } }\n';
    expect(await linesOf(afs)).toEqual([
      'formation.afs:3:21: error: links.a.url: the secret PORTAL is not set. Set PORTAL in the environment or in .env.',
      'formation.afs:4:42: error: channels.telegram.mode: the secret MODE is not set. Set MODE in the environment or in .env.',
    ]);
  });

  it('never shows in a finding', async () => {
    const secret = 'hunter2-hunter2-hunter2';
    const afs = `
id: acme
agent: { type: "\${{ secrets.S }}" }
links: { a: { url: "\${{ secrets.S }}" } }
channels:
  telegram: { token: a, mode: "\${{ secrets.S }}", api_root: "\${{ secrets.S }}" }
  toy: { says: "\${{ secrets.S }}" }
proactive: { default_channel: "\${{ secrets.S }}", channels: { ops: { transformer: "\${{ secrets.S }}" } } }
sentences: { en: { recorded: ["\${{ secrets.S }}"] } }
`;
    const { lines } = await load(
      {
        'formation.afs': afs,
        'transformers/slack.yaml': 'name: slack\nbody: {}\nendpoint: { url: "${{ secrets.S }}" }\n',
      },
      { env: { S: secret } },
    );
    expect(lines.length).toBeGreaterThan(6);
    expect(lines.join('\n')).not.toContain('hunter2');
    expect(lines).toContain(
      'formation.afs:7:3: error: channels.toy: not accepted; the reason would show the secret S.',
    );
  });
});

describe('a placeholder of another family', () => {
  it('is left alone in the agent, which reads it itself', async () => {
    expect(await modelOf('"You said ${{ turn.text }} ${{ matrix.os }}"')).toBe(
      'You said ${{ turn.text }} ${{ matrix.os }}',
    );
  });

  it('is an error elsewhere', async () => {
    expect(await linesOf('id: acme\nagent: { type: script, replies: [] }\ndescription: a ${{ turn.text }}\n')).toEqual([
      'formation.afs:3:16: error: description: found "${{ turn.text }}", only "${{ secrets.NAME }}" can stand here.',
    ]);
  });

  it('that was meant to be a secret is an error in the agent, too', async () => {
    expect(await linesOf(openai('${{ secret.MODEL }}'))).toEqual([
      'formation.afs:5:10: error: agent.model: found "${{ secret.MODEL }}", only "${{ secrets.NAME }}" can stand here.',
    ]);
  });
});

describe('a broken placeholder', () => {
  const grammar = "this is no placeholder. Write ${{ name }} or ${{ name ?? 'default' }}, the default in quotes.";

  it.each(['${{ secrets.A', '${{ secrets.A ?? small }}', '${{ secrets. }}', '${{ secrets.A }', '${{secrets..A}}'])(
    'is told even in the agent when it begins like a secret: %s',
    async (model) => {
      expect(await linesOf(openai(`"${model}"`))).toEqual([`formation.afs:5:11: error: agent.model: ${grammar}`]);
    },
  );

  it('is text in the agent otherwise', async () => {
    expect(await modelOf('"write ${{ and ${{ }}"')).toBe('write ${{ and ${{ }}');
  });

  it('is told elsewhere, each at its place', async () => {
    expect(
      await linesOf('id: acme\nagent: { type: script, replies: [] }\ndescription: "${{ }} ${{ a ?? b }}"\n'),
    ).toEqual([
      `formation.afs:3:15: error: description: ${grammar}`,
      `formation.afs:3:22: error: description: ${grammar}`,
    ]);
  });

  it('without quotes inside { } is told as such', async () => {
    expect(await linesOf('id: acme\nagent: { type: ${{ secrets.TYPE }} }\n')).toEqual([
      'formation.afs:2:17: error: Inside { } and [ ] a placeholder must be in quotes: "${{ … }}".',
    ]);
  });
});
