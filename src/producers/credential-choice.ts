import type { AgentTurn } from '../protocol/agent-turn.ts';
import { plainLine } from '../protocol/plain-text.ts';
import type { Produced } from '../protocol/produced.ts';
import { ask } from './ask.ts';

/** Several accounts are connected for a service: which one is meant? */
export function askCredentialChoice(
  { credential_choice: choice }: AgentTurn,
  mint: () => string,
  into: Produced,
): void {
  if (!choice) return;
  const prompt = `Which ${plainLine(choice.service)} account should be used?`;
  ask({ source: 'the credential choice', prompt, choices: choice.accounts, multi: false }, mint, into);
}
