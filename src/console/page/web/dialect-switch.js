import { fillSwitch } from '../pane-shell.js';
import { word } from '../words.js';

const CHOSEN = 'footbridge.dialect';
const DIALECTS = ['muxi', 'ubp', 'agent-ui'];

/**
 * A switch between the dialects in which the web chat can speak. The choice is kept, and counts from the next message on.
 * @param {HTMLElement} node
 * @param {(dialect: string) => void} speak called at once, and with every choice
 */
export function dialectSwitch(node, speak) {
  const kept = localStorage.getItem(CHOSEN);
  const chosen = DIALECTS.includes(kept) ? kept : 'muxi';
  const choices = DIALECTS.map((dialect) => {
    const choose = () => {
      localStorage.setItem(CHOSEN, dialect);
      speak(dialect);
    };
    return [word(`dialect_${dialect.replace('-', '_')}`), dialect === chosen, choose];
  });
  fillSwitch(node, 'dialect', choices);
  speak(chosen);
}
