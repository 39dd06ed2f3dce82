import { allBut, bytesOf, carriageReturn, digits, lineFeed, tokenBytes, valueBytes, whiteSpace, TransitionTable } from './byte-automaton.ts'

/** The position of the next byte in a head block. Trailers begin at `fieldStart`. */
export const headState = {
  start: 0,
  h: 1,
  ht: 2,
  htt: 3,
  r: 4,
  rt: 5,
  rts: 6,
  i: 7,
  ic: 8,
  protocol: 9,
  major: 10,
  dotAfter0: 11,
  dotAfter1: 12,
  dotAfter2: 13,
  dotAfterOther: 14,
  minorAfter0: 15,
  minorAfter1: 16,
  minorAfter2: 17,
  minorAfterOther: 18,
  version: 19,
  status1: 20,
  status2: 21,
  status3: 22,
  status: 23,
  reason: 24,
  lineEnd: 25,
  fieldStart: 26,
  name: 27,
  valueStart: 28,
  value: 29,
  codingStart: 30,
  lengthStart: 31,
  length: 32,
  lengthSpace: 33,
  emptyEnd: 34,
  empty: 35,
  blankEnd: 36,
  done: 37,
} as const

/** The action at a byte besides the transition to the next state. */
export const headAction = {
  none: 0,
  statusEnd: 1,
  reasonEnd: 2,
  spanStart: 3,
  nameEnd: 4,
  valueEnd: 5,
  lengthStart: 6,
  lengthDigit: 7,
  headEnd: 8,
} as const

/** The grammar of a response's head, exactly what llhttp accepts without lenient flags: it also takes the protocols RTSP and ICE. */
export const headTransitions: Uint16Array = createTable().entries

/** Describes what is wrong when a byte has no transition in a state. */
export function explainHeadRefusal(state: number): string {
  return refusals.find((refusal) => state <= refusal.upTo)?.sentence ?? 'invalid response head'
}

/** What is wrong with bytes that begin no response. */
export const noHttp = 'not an HTTP response'

const refusals = [
  { upTo: headState.protocol, sentence: noHttp },
  { upTo: headState.version, sentence: 'invalid HTTP version' },
  { upTo: headState.status, sentence: 'invalid status code' },
  { upTo: headState.reason, sentence: 'line feed without carriage return in the status line' },
  { upTo: headState.lineEnd, sentence: 'carriage return without line feed' },
  { upTo: headState.fieldStart, sentence: 'invalid start of a header line' },
  { upTo: headState.name, sentence: 'invalid header name' },
  { upTo: headState.codingStart, sentence: 'invalid header value' },
  { upTo: headState.lengthSpace, sentence: 'invalid Content-Length' },
  { upTo: headState.emptyEnd, sentence: 'carriage return without line feed' },
  { upTo: headState.empty, sentence: 'empty Content-Length or Transfer-Encoding' },
  { upTo: headState.blankEnd, sentence: 'carriage return without line feed' },
] as const

function createTable(): TransitionTable {
  const table = new TransitionTable(headState.done + 1)
  addVersion(table)
  addStatus(table)
  addFields(table)
  addContentLength(table)
  return table
}

function addVersion(table: TransitionTable): void {
  const { start, h, ht, htt, r, rt, rts, i, ic, protocol, major } = headState
  table.on(start, bytesOf('H'), h).on(h, bytesOf('T'), ht).on(ht, bytesOf('T'), htt).on(htt, bytesOf('P'), protocol)
  table.on(start, bytesOf('R'), r).on(r, bytesOf('T'), rt).on(rt, bytesOf('S'), rts).on(rts, bytesOf('P'), protocol)
  table.on(start, bytesOf('I'), i).on(i, bytesOf('C'), ic).on(ic, bytesOf('E'), protocol)
  table.on(protocol, bytesOf('/'), major)
  const versions = [
    { majors: '0', dot: headState.dotAfter0, minor: headState.minorAfter0, minors: '9' },
    { majors: '1', dot: headState.dotAfter1, minor: headState.minorAfter1, minors: '01' },
    { majors: '2', dot: headState.dotAfter2, minor: headState.minorAfter2, minors: '0' },
    { majors: '3456789', dot: headState.dotAfterOther, minor: headState.minorAfterOther, minors: '' },
  ]
  for (const { majors, dot, minor, minors } of versions) {
    table.on(major, bytesOf(majors), dot).on(dot, bytesOf('.'), minor).on(minor, bytesOf(minors), headState.version)
  }
}

function addStatus(table: TransitionTable): void {
  const { version, status1, status2, status3, status, reason, lineEnd, fieldStart } = headState
  const { statusEnd, reasonEnd } = headAction
  table.on(version, bytesOf(' '), status1)
  table.on(status1, digits, status2).on(status2, digits, status3).on(status3, digits, status)
  table.on(status, bytesOf(' '), reason, statusEnd).on(status, carriageReturn, lineEnd, statusEnd)
  table.on(reason, allBut([...carriageReturn, ...lineFeed]), reason).on(reason, carriageReturn, lineEnd, reasonEnd)
  table.on(lineEnd, lineFeed, fieldStart)
}

function addFields(table: TransitionTable): void {
  const { lineEnd, fieldStart, name, valueStart, value, blankEnd, done } = headState
  const { spanStart, nameEnd, valueEnd, headEnd } = headAction
  table.on(fieldStart, tokenBytes, name, spanStart).on(fieldStart, carriageReturn, blankEnd)
  table.on(name, tokenBytes, name).on(name, bytesOf(':'), valueStart, nameEnd)
  table.on(valueStart, valueBytes, value, spanStart).on(valueStart, whiteSpace, valueStart)
  table.on(valueStart, carriageReturn, lineEnd, valueEnd)
  table.on(value, valueBytes, value).on(value, carriageReturn, lineEnd, valueEnd)
  table.on(blankEnd, lineFeed, done, headEnd)
}

function addContentLength(table: TransitionTable): void {
  const { lineEnd, value, codingStart, lengthStart, length, lengthSpace, emptyEnd, empty } = headState
  const { spanStart, valueEnd, lengthDigit } = headAction
  table.on(codingStart, valueBytes, value, spanStart).on(codingStart, whiteSpace, codingStart).on(codingStart, carriageReturn, emptyEnd)
  table
    .on(lengthStart, digits, length, headAction.lengthStart)
    .on(lengthStart, whiteSpace, lengthStart)
    .on(lengthStart, carriageReturn, emptyEnd)
  table.on(length, digits, length, lengthDigit).on(length, whiteSpace, lengthSpace).on(length, carriageReturn, lineEnd, valueEnd)
  table.on(lengthSpace, whiteSpace, lengthSpace).on(lengthSpace, carriageReturn, lineEnd, valueEnd)
  table.on(emptyEnd, lineFeed, empty)
}
