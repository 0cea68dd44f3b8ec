// The least that server-sent events cost: node:http, the time in a frame, nothing else. Prints its port.
import http from 'node:http';

const server = http.createServer((request, response) => {
  const [every, times] = new URL(request.url, 'http://bare').searchParams.get('say').split(' ').map(Number);
  response.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8', 'Cache-Control': 'no-store' });
  response.flushHeaders();
  let time = 0;
  function say() {
    if (time++ === times) return response.end('event: done\ndata: {"finished":true}\n\n');
    response.write(`id: t.1.${time}\ndata: ${JSON.stringify({ token: `${process.hrtime.bigint()} ` })}\n\n`);
    setTimeout(say, every);
  }
  setTimeout(say, Math.random() * every);
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${JSON.stringify({ port: server.address().port })}\n`));
