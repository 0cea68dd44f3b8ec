/** What was open in a backup, and is dead now with the reason `restored`. */
export interface SetAside {
  turnsAside: number;
  deliveriesAside: number;
}
