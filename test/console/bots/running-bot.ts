export interface RunningBot {
  stop(): Promise<void>;
}
