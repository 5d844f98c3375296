/** Fetches `/all` to its last byte; by default without compression, which most clients on the same network do not ask for. */
export async function fetchAll(port: number, encoding = 'identity'): Promise<void> {
  const headers = { 'accept-encoding': encoding };
  await (await fetch(`http://127.0.0.1:${port}/api/4/all`, { headers })).arrayBuffer();
}
