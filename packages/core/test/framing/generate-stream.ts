import { mutate } from './mutate.ts'
import { Random } from './random.ts'
import type { Stream } from './reading.ts'

/** Generates the stream of a seed: 1 to 4 responses by a grammar of legal and nearly legal forms, then mutated in half of the cases. */
export function generateStream(seed: number): Stream {
  const random = new Random(seed)
  const count = random.pick([1, 2, 2, 3, 3, 4])
  const headRequests: boolean[] = []
  let text = ''
  let previous = ''
  for (let i = 0; i < count; i++) {
    const isHead = random.chance(0.08)
    headRequests.push(isHead)
    const response = previous !== '' && !isHead && random.chance(0.2) ? previous : createResponse(random, isHead, i === count - 1)
    previous = isHead ? '' : response
    text += response
    if (random.chance(0.05)) text += random.pick(['\r\n', '\n', '\r', '\r\n\r\n'])
  }
  return { bytes: Buffer.from(random.chance(0.5) ? mutate(text, random) : text, 'latin1'), headRequests }
}

/** Offsets at which to split a stream: after every byte, in equal pieces, or at random. */
export function generateSplits(length: number, random: Random): number[] {
  const ends = new Set<number>()
  const size = random.pick([1, 1, 2, 3, 7, 61, 0, 0, 0, 0, 0, 0])
  if (size > 0) for (let end = size; end < length; end += size) ends.add(end)
  else for (let i = random.below(8); i >= 0 && length > 1; i--) ends.add(1 + random.below(length - 1))
  ends.add(length)
  return [...ends].toSorted((one, other) => one - other)
}

const statuses = ['200', '200', '200', '200', '200', '404', '500', '201', '304', '204', '205', '301', '503', '999', '099']
const interimStatuses = ['100', '100', '102', '103', '103', '104', '199']
const oddStatusLines = ['HTTP/1.1 101 Switching Protocols', 'HTTP/1.1 20 OK', 'HTTP/1.1 2000 OK', 'HTTP/1.1  200 OK', 'http/1.1 200 OK', 'HTTP/1.1 2x0']
const reasons = [' OK', ' OK', ' OK', ' Not Found', ' ', '', '  two  words ', ' \xe9\xff', ' a\0b', ' \t', ' :']
const versions = ['HTTP/1.0', 'HTTP/2.0', 'HTTP/0.9', 'HTTP/1.2', 'HTTP/3.0', 'HTTP/11', 'RTSP/1.1', 'ICE/1.1', 'HTTP 1.1', 'ICY']
const plainFields = [
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
const connectionFields = [
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
const closingFields = ['Connection: close', 'Connection: x, Close', 'Proxy-Connection: close', 'CONNECTION: keep-alive ,close\t', 'Connection: close,\xe9']
const oddFields = [
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

function createResponse(random: Random, answersHead: boolean, isLast: boolean): string {
  const interim = random.chance(0.08) ? createHead(random, random.pick(interimStatuses), createFields(random, [])) : ''
  const status = random.pick(statuses)
  const { fields, body } = createBody(random, isLast)
  const hasBody = !answersHead && status !== '204' && status !== '304'
  return interim + createHead(random, status, createFields(random, fields)) + (hasBody ? body : '')
}

function createHead(random: Random, status: string, fields: readonly string[]): string {
  const version = random.chance(0.05) ? random.pick(versions) : 'HTTP/1.1'
  const statusLine = random.chance(0.02) ? random.pick(oddStatusLines) : `${version} ${status}${random.pick(reasons)}`
  return [statusLine, ...fields, '', ''].join(random.chance(0.01) ? random.pick(['\n', '\r', '\r\r\n', '\n\r']) : '\r\n')
}

function createFields(random: Random, framing: readonly string[]): string[] {
  const fields = [...framing]
  const insert = (field: string): unknown => fields.splice(random.below(fields.length + 1), 0, field)
  for (let i = random.below(4); i > 0; i--) insert(random.pick(plainFields))
  if (random.chance(0.15)) insert(random.pick(connectionFields))
  if (random.chance(0.05)) insert(random.pick(closingFields))
  if (random.chance(0.03)) insert(random.pick(oddFields))
  if (random.chance(0.01)) for (let i = 0; i < 40; i++) insert(`X-${i}: ${i}`)
  return fields
}

interface Body {
  readonly fields: readonly string[]
  readonly body: string
}

function createBody(random: Random, isLast: boolean): Body {
  const kind = random.below(100)
  const content = createContent(random)
  if (kind < 48) return { fields: [createLength(random, content.length)], body: content }
  if (kind < 78) return { fields: [createCoding(random)], body: createChunks(random) }
  if (kind < 84) return { fields: ['Content-Length: 0'], body: '' }
  if (kind < 93) return isLast ? { fields: random.pick([[], ['Transfer-Encoding: gzip']]), body: content } : { fields: ['Content-Length:0'], body: '' }
  return createConflict(random, content)
}

function createContent(random: Random): string {
  if (random.chance(0.1)) return 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'
  return random.pick(['', '{"hello":"world!"}', 'a', '\r\n', '\0\xff\x80']).repeat(random.pick([1, 1, 1, 2, 30]))
}

function createLength(random: Random, length: number): string {
  const name = random.pick(['Content-Length', 'Content-Length', 'content-length', 'CONTENT-LENGTH'])
  const odd = [`00${length}`, `${length} \t`, `\t${length}`, `+${length}`, `-${length}`, `${length},${length}`, `${length} 1`, '', ' ', `0x${length}`, `${length}.0`]
  const huge = ['18446744073709551615', '18446744073709551616', '99999999999999999999', '9007199254740993', `${'0'.repeat(30)}${length}`]
  if (random.chance(0.06)) return `${name}: ${random.pick([...odd, ...huge])}`
  return `${name}:${random.pick([' ', ' ', ''])}${length}`
}

function createCoding(random: Random): string {
  const odd = ['gzip, chunked', 'chunked, gzip', 'identity', 'Chunked ', 'chunked\t', 'chunked,', ',chunked', 'chunked,chunked', 'xchunked', 'chunked;a=b', '', ' ']
  return random.chance(0.1) ? `Transfer-Encoding: ${random.pick(odd)}` : random.pick(['Transfer-Encoding: chunked', 'transfer-encoding:CHUNKED'])
}

function createConflict(random: Random, content: string): Body {
  const length = createLength(random, content.length)
  const coding = createCoding(random)
  const both = [
    [length, length],
    [length, 'Content-Length: 1'],
    [coding, length],
    [length, coding],
    [coding, coding],
    [coding, 'Transfer-Encoding: gzip'],
    ['Transfer-Encoding: gzip', coding],
  ]
  return { fields: random.pick(both), body: random.chance(0.5) ? content : createChunks(random) }
}

function createChunks(random: Random): string {
  let text = ''
  for (let i = random.below(4); i > 0; i--) {
    const content = createContent(random)
    if (content !== '') text += `${createSize(random, content.length)}${createExtension(random)}\r\n${content}${createChunkEnd(random)}`
  }
  return `${text}${random.pick(['0', '0', '0', '000'])}${createExtension(random)}\r\n${createTrailers(random)}\r\n`
}

function createChunkEnd(random: Random): string {
  return random.chance(0.01) ? random.pick(['', '\n', '\r', 'x\r\n', '\r\n\r\n']) : '\r\n'
}

function createSize(random: Random, length: number): string {
  const size = length.toString(16)
  const odd = ['', '0x', 'g', '-1', '+1', 'fffffffffffffffff', 'ffffffffffffffff', '0000000000000000000000001', `${size} `, ` ${size}`, `${size}\t`]
  if (random.chance(0.015)) return random.pick(odd)
  return random.pick([size, size, size.toUpperCase(), `0${size}`, `0000000000000000000${size}`])
}

function createExtension(random: Random): string {
  if (random.chance(0.8)) return ''
  const odd = [';', '; a=b', ';a="b', ';a="\x01"', ';a=b c', ';a="b"c', ' ;a', ';a=\xe9', ';a=b=c', ';\xe9']
  const legal = [';a', ';a=b', ';a="b;\\"\xe9\t="', ';a=b;c="d"', ';;a', ';=', ';a=', ';a="";b', ';a=b"c"']
  return random.pick(random.chance(0.08) ? odd : legal)
}

function createTrailers(random: Random): string {
  if (random.chance(0.75)) return ''
  const trailers = ['X-Trailer: a', 'Expires: never', 'Connection: close', 'Connection: keep-alive', 'Content-Length: 3', 'Transfer-Encoding: chunked', 'Transfer-Encoding: gzip', ...plainFields]
  const field = random.chance(0.1) ? random.pick(oddFields) : random.pick(trailers)
  return `${field}\r\n`
}
