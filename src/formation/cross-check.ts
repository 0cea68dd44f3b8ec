import type { AgentType } from '../protocol/agent.ts';
import type { ChannelTypes } from '../protocol/channel.ts';
import { quoted } from './finding.ts';
import { allowedWords } from './likely-word.ts';
import type { FormationKeys } from './schema.ts';
import type { FormationTransformer } from './transformer/formation-transformer.ts';
import { webhookUrlProblem } from './webhook-url.ts';
import type { YamlFile } from './yaml/read-yaml.ts';
import { findEntry, type Path, pathText, writtenText } from './yaml/source.ts';

/** Names in a formation that must be names of something else in it. */
export function crossCheck(
  keys: FormationKeys,
  context: {
    file: YamlFile;
    agents: ReadonlyMap<string, AgentType>;
    /** Absent when the agent has errors of its own. */
    agentType: string | undefined;
    channels: ChannelTypes;
    transformers: ReadonlyMap<string, FormationTransformer>;
    /** Every transformer there is, also those that have errors of their own. */
    transformerNames: readonly string[];
  },
): void {
  const { file, channels: channelTypes, transformers, transformerNames } = context;
  const report = (path: Path, sentence: string) =>
    file.findings.error(findEntry(file.root, path).entry.value.start, `${pathText(path)}: ${sentence}`);
  const reportWord = (path: Path, allowed: readonly string[]) => {
    const word = writtenText(findEntry(file.root, path).entry.value);
    report(path, `found ${quoted(word)}${allowedWords(word, allowed)}`);
  };

  if (keys.recommender && context.agentType !== undefined && !context.agents.get(context.agentType)?.completes) {
    const able = [...context.agents.values()].filter(({ completes }) => completes).map(({ type }) => type);
    const place = findEntry(file.root, ['recommender']).entry.keyStart;
    const sentence = `recommender: it asks a model behind the agent's endpoint, and an agent of the type ${quoted(context.agentType)} has none. Remove it, or use an agent of the type ${able.join(' or ') || 'that has one'}.`;
    file.findings.error(place, sentence);
  }

  const { widgetBytes, totalWidgetBytes, resourceBytes, totalResourceBytes } = keys.ui.limits;
  for (const [key, total, isTooLarge] of [
    ['widget_bytes', 'total_widget_bytes', widgetBytes > totalWidgetBytes],
    ['resource_bytes', 'total_resource_bytes', resourceBytes > totalResourceBytes],
  ] as const) {
    const path = ['ui', 'limits', key];
    // A lowered total needs nothing else; a raised part without its total would do nothing.
    if (isTooLarge && findEntry(file.root, path).isWhole) report(path, `larger than ${total}. Raise ${total}, too.`);
  }

  for (const [channel, wish] of keys.outbox.rates) {
    const path = ['outbox', 'rates', channel];
    const type = channelTypes.get(channel);
    if (!type) {
      const sentence = `outbox.rates: ${quoted(channel)} is no channel${allowedWords(channel, [...channelTypes.keys()])}`;
      file.findings.error(findEntry(file.root, path).entry.keyStart, sentence);
    } else if (wish !== 'off' && wish.perGroup !== undefined && !type.pace?.groupLanes) {
      report([...path, 'per_group'], `${quoted(channel)} has no limit of its own for groups. Use per_chat.`);
    }
  }

  const { channels = {}, default_channel: defaultChannel } = keys.proactive ?? {};
  if (defaultChannel !== undefined && !Object.hasOwn(channels, defaultChannel)) {
    reportWord(['proactive', 'default_channel'], Object.keys(channels));
  }
  for (const [name, { transformer, url }] of Object.entries(channels)) {
    const path = ['proactive', 'channels', name];
    if (!transformerNames.includes(transformer)) {
      reportWord([...path, 'transformer'], transformerNames);
    } else if (url === undefined && transformers.has(transformer) && !transformers.get(transformer)?.endpoint) {
      report(path, `needs a "url", for the transformer ${quoted(transformer)} has no endpoint.`);
    }
    const problem = url === undefined ? undefined : webhookUrlProblem(url, keys.async.allowHosts);
    if (problem !== undefined) report([...path, 'url'], `${problem}.`);
  }
}
