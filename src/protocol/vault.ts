/**
 * What one channel must know again after a restart and on every instance, e.g. the tokens that workspaces have given it:
 * a few small values by key, encrypted before they reach the store. The limits are those of `ChannelMemory`, at about
 * 6,000 bytes a value. Reading throws `secret_unknown` for a value of a service's secret that is not there any more.
 */
export interface Vault {
  /** Keeps a value, in place of whatever was kept there. */
  put(key: string, value: string): Promise<void>;
  /**
   * Keeps a value where there is none, until `expiresAtMs` (Unix milliseconds) where that is given. Gives whether it was
   * kept: of several that try at once, on any instance, one is told so.
   */
  add(key: string, value: string, expiresAtMs?: number): Promise<boolean>;
  get(key: string): Promise<string | undefined>;
  /** Gives whether there was one. */
  remove(key: string): Promise<boolean>;
}
