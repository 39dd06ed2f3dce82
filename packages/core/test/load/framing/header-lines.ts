/** Legal header lines that do not affect framing, though some look as if they did. */
export const plainFields: readonly string[] = [
  'Content-Type: application/json',
  'content-type:text/plain; charset=utf-8',
  'Date: Mon, 01 Jan 2026 00:00:00 GMT',
  'Server: x',
  'X-Empty:',
  'X-Spaces: \t  a  b \t ',
  'X-Obs: \x80\xe9\xff',
  "!#$%&'*+-.^_`|~: all of a token",
  'Set-Cookie: a=b; Path=/; Expires=Mon, 01 Jan 2026 00:00:00 GMT',
  'Upgrade: websocket',
  'Content-Lengths: 5',
  'Content-Lengt: 6',
  'Connectio: close',
  'Transfer-Encoding-: chunked',
  'Keep-Alive: timeout=5',
]

/** Connection lines that do not close. */
export const connectionFields: readonly string[] = [
  'Connection: keep-alive',
  'connection: Keep-Alive',
  'Connection: keep-alive, Upgrade',
  'Connection:',
  'Connection: closed',
  'Connection: close keep-alive',
  'Connection: upgrade',
  'Proxy-Connection: keep-alive',
  'Connection: ,,x,\tKEEP-ALIVE \t,',
]

/** Connection lines that close. */
export const closingFields: readonly string[] = [
  'Connection: close',
  'Connection: x, Close',
  'Proxy-Connection: close',
  'CONNECTION: keep-alive ,close\t',
  'Connection: close,\xe9',
]

/** Lines that are refused. */
export const oddFields: readonly string[] = [
  ': no name',
  'Space : x',
  'Tab\t: x',
  'No colon',
  'A: b\r\n folded',
  'A: b\r\n\tfolded',
  'A:\r\n b',
  'A: \x01',
  'A: \x7f',
  'A: b\0',
  'N\xe9: x',
  '(A): x',
  'A: b\rc',
  'A: b\nC: d',
  ' A: b',
  '\tA: b',
]
