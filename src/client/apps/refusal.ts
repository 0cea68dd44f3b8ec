/** Why a request of an app is not done: MCP Apps, error responses of `ui/*` requests. */
export class Refusal extends Error {
  readonly code = -32000;
}
