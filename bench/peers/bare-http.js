/** A bare node:http server that answers everything with the bytes of a file and headers: what any Node server costs at least. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const [, , file = '', port = '0', more = '{}'] = process.argv;
const body = readFileSync(file);
const headers = { 'content-type': 'application/json', 'content-length': body.length, ...JSON.parse(more) };

createServer((_request, response) => {
  response.writeHead(200, headers);
  response.end(body);
}).listen(Number(port), '127.0.0.1', () => console.log('ready'));
