import type { ClientRequest } from 'node:http';

/**
 * Calls back when a request ends without a response, at least once then. Errors that come later are heard as well, since
 * one that nobody hears ends the process.
 *
 * A server that changes the protocol though nobody asked (101) is one of them: Node closes the connection then and tells
 * neither a response nor an error, so whoever waits for these would wait for ever.
 */
export function onNoResponse(request: ClientRequest, callback: (error: NodeJS.ErrnoException) => void): void {
  request.on('error', callback);
  request.once('upgrade', (_response, socket) => {
    socket.destroy();
    callback(Object.assign(new Error('the server changed the protocol'), { code: 'UNASKED_UPGRADE' }));
  });
}
