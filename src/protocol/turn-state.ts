/** What a turn does: it waits in its lane, an agent answers it, or it has ended; `dead` = set aside. */
export type TurnState = 'waiting' | 'running' | 'done' | 'dead';
