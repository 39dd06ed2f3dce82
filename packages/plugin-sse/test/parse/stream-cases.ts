import type { ReadEvent } from './standard-stream.ts'

/** A stream of events, and its expected content. */
export interface StreamCase {
  readonly name: string
  readonly stream: string | Uint8Array
  readonly events: readonly ReadEvent[]
  /** Events where those without data are reported too; default: `events`. */
  readonly withDataless?: readonly ReadEvent[]
  readonly retries?: readonly number[]
  readonly lastId?: string
}

const message = (data: string, id = ''): ReadEvent => ({ type: 'message', data, id })
const heartbeat = (id = ''): ReadEvent => ({ type: 'heartbeat', data: '', id })
const hex = 'ab'.repeat(32)
const goData = `{"from":"${hex}","message":"aGVsbG8=","trace_id":"0190a0c0-0000-7000-8000-000000000000","connect_source":{"ip":""}}`

/** Streams as recorded from real TON Connect bridges. */
export const bridgeCases: readonly StreamCase[] = [
  {
    name: 'the Rust bridge: a message and a heartbeat without data',
    stream: 'event: message\nid: 1795190494496-0\ndata: {"from":"zz","message":"SGVsbG8="}\n\nevent: heartbeat\n\n',
    events: [message('{"from":"zz","message":"SGVsbG8="}', '1795190494496-0')],
    withDataless: [message('{"from":"zz","message":"SGVsbG8="}', '1795190494496-0'), heartbeat('1795190494496-0')],
    lastId: '1795190494496-0',
  },
  {
    name: 'the Go bridge: a blank line first',
    stream: `\nevent: message\nid: 3676555380084436\ndata: ${goData}\n\nevent: heartbeat\n\n`,
    events: [message(goData, '3676555380084436')],
    withDataless: [message(goData, '3676555380084436'), heartbeat('3676555380084436')],
    lastId: '3676555380084436',
  },
  {
    name: 'the Go bridge: heartbeats as messages, with CRLF',
    stream: '\nevent: message\r\ndata: heartbeat\r\n\r\n',
    events: [message('heartbeat')],
  },
  {
    name: 'the Go bridge: an error in place of events',
    stream: '\n{"message":"param \\"client_id\\" not present","statusCode":400}\n',
    events: [],
  },
]

/** Streams for the rules of the standard, one by one. */
export const standardCases: readonly StreamCase[] = [
  { name: 'data of several lines', stream: 'data: YHOO\ndata: +2\ndata: 10\n\n', events: [message('YHOO\n+2\n10')] },
  {
    name: 'comments, empty and missing ids',
    stream: ': test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n\n',
    events: [message('first event', '1'), message('second event'), message(' third event')],
  },
  {
    name: 'empty data, two lines of it, and one that is not complete',
    stream: 'data\n\ndata\ndata\n\ndata:',
    events: [message(''), message('\n')],
  },
  { name: 'a space behind the colon or none', stream: 'data:test\n\ndata: test\n\n', events: [message('test'), message('test')] },
  { name: 'a byte order mark', stream: '\uFEFFdata: a\n\n', events: [message('a')] },
  { name: 'a second byte order mark, which is a part of the name', stream: '\uFEFF\uFEFFdata: a\n\ndata: b\n\n', events: [message('b')] },
  { name: 'a byte order mark that is none, as it is encoded twice', stream: 'ï»¿data: a\n\ndata: b\n\n', events: [message('b')] },
  { name: 'a byte order mark later on', stream: 'data: a\n\n\uFEFFdata: b\n\n', events: [message('a')] },
  {
    name: 'line feeds, carriage returns, and both',
    stream: 'data: a\r\rdata: b\r\n\r\ndata: c\n\r\ndata: d\r\n\n',
    events: ['a', 'b', 'c', 'd'].map((data) => message(data)),
  },
  { name: 'a carriage return at the end', stream: 'event: x\rdata: a\r\r', events: [{ type: 'x', data: 'a', id: '' }] },
  {
    name: 'names in other cases, longer, or with spaces',
    stream: 'Data: a\ndatas: b\n data: c\ndata : d\nDATA\n\ndata: e\n\n',
    events: [message('e')],
  },
  {
    name: 'a type without data',
    stream: 'event: heartbeat\n\ndata: a\n\n',
    events: [message('a')],
    withDataless: [heartbeat(), message('a')],
  },
  { name: 'a type with empty data', stream: 'event: heartbeat\ndata\n\n', events: [heartbeat()] },
  {
    name: 'the last of several types',
    stream: 'event: a\nevent: b\ndata: x\n\nevent: a\nevent:\n\nevent: a\nevent\n\nevent: \n\n',
    events: [{ type: 'b', data: 'x', id: '' }],
  },
  {
    name: 'a type of a space',
    stream: 'event:  \ndata: x\n\nevent:  \n\n',
    events: [{ type: ' ', data: 'x', id: '' }],
    withDataless: [
      { type: ' ', data: 'x', id: '' },
      { type: ' ', data: '', id: '' },
    ],
  },
  {
    name: 'an id that stays',
    stream: 'id: 1\ndata: a\n\ndata: b\n\nid: 2\n\ndata: c\n\n',
    events: [message('a', '1'), message('b', '1'), message('c', '2')],
    lastId: '2',
  },
  { name: 'an id with NUL', stream: 'id: 1\ndata: a\n\nid: 2\0\ndata: b\n\n', events: [message('a', '1'), message('b', '1')], lastId: '1' },
  { name: 'an id of a block that is not complete', stream: 'id: 1\ndata: a\n\nid: 2\ndata: b\n', events: [message('a', '1')], lastId: '1' },
  {
    name: 'an id too large for a number',
    stream: 'id: 9007199254740993\ndata: a\n\n',
    events: [message('a', '9007199254740993')],
    lastId: '9007199254740993',
  },
  {
    name: 'retries, of digits only',
    stream: 'retry: 100\nretry: -1\nretry: 1.5\nretry:\nretry: 2e3\nretry: 0x10\nretry:300\n\n',
    events: [],
    retries: [100, 300],
  },
  {
    name: 'comments with a space and without',
    stream: ':\n: a\n:b\n:  c\n\ndata: a\n\n',
    events: [message('a')],
  },
  {
    name: 'colons in values',
    stream: 'data: a:b: c\n\nevent: a:b\ndata::\n\n',
    events: [message('a:b: c'), { type: 'a:b', data: ':', id: '' }],
  },
  {
    name: 'characters of two, three and four bytes',
    stream: 'event: ß\ndata: äöü €uro 𝄞 日本\n\n',
    events: [{ type: 'ß', data: 'äöü €uro 𝄞 日本', id: '' }],
  },
  {
    name: 'other separators of lines, which are none',
    stream: 'data: a\u2028b\u0085c\vd\fe\n\n',
    events: [message('a\u2028b\u0085c\vd\fe')],
  },
  {
    name: 'bytes that are no UTF-8',
    stream: Buffer.concat([
      Buffer.from('data: '),
      Buffer.from([0xff, 0xc3, 0x28, 0xe2, 0x82, 0x41, 0xf0, 0x9f, 0x98, 0xed, 0xa0, 0x80, 0xc0, 0xaf]),
      Buffer.from('\n\n'),
    ]),
    events: [message('\uFFFD\uFFFD(\uFFFDA\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD')],
  },
  { name: 'nothing', stream: '', events: [] },
  { name: 'blank lines only', stream: '\n\n\r\n\r', events: [] },
]
