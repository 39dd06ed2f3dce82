import { afterEach, describe, expect, test } from 'vitest'
import { responseOf } from '../../../test/servers/memory-load.ts'
import { memoryConnectionLimits, memorySlot, MemoryConnection } from '../../../test/servers/memory-connection.ts'

const created: MemoryConnection[] = []
afterEach(() => {
  for (const memory of created.splice(0)) memory.wheel.stop()
})

function createConnection(): MemoryConnection {
  const memory = new MemoryConnection()
  created.push(memory)
  return memory
}

describe('opening', () => {
  test('the connection and the handshake are timed separately, with a single dial', () => {
    const { connection, network, owner, clock } = createConnection()
    connection.open()
    connection.open()
    clock.advance(300)
    network.last.accept(() => clock.advance(500))
    connection.open()
    expect(owner.take()).toEqual(['open after 300 + 500'])
    expect([network.sockets.length, connection.isOpen]).toEqual([1, true])
  })

  test('a connection that we close while it opens was not open, and no server closed it', () => {
    const { connection, network, owner } = createConnection()
    connection.open()
    connection.close('enough')
    network.last.accept()
    expect(owner.take()).toEqual(['closed'])
    expect(owner.closings).toEqual([
      { by: 'us', reason: 'enough', wasOpen: false, lost: 0, pipelinedAfterClose: 0, responded: 0, isAnnounced: false, isSurplus: false },
    ])
    connection.close('again')
    expect(owner.take()).toEqual([])
  })

  test('an error is reported by its code, and an endless dial by the connect timeout', () => {
    const memory = createConnection()
    memory.connection.open()
    memory.network.last.fail('ECONNREFUSED')
    memory.connection.open()
    memory.pass(memoryConnectionLimits.connectTimeout - memorySlot)
    expect(memory.owner.closings).toHaveLength(1)
    memory.pass(3 * memorySlot)
    expect(memory.owner.closings).toMatchObject([
      { by: 'server', reason: 'ECONNREFUSED', wasOpen: false },
      { by: 'server', reason: 'connect timeout', wasOpen: false },
    ])
  })
})

describe('responses', () => {
  test('all responses of one read have its time, and are followed by one call to send more', () => {
    const { clock, connection, network, owner, send } = createConnection().open()
    send(7)
    clock.advance(10)
    send(8, 9)
    clock.advance(90)
    network.last.send(responseOf() + responseOf('', 404))
    expect(owner.take()).toEqual([`${(responseOf() + responseOf('', 404)).length} bytes`, '7: 200 after 100', '8: 404 after 90', 'read'])
    expect(connection.inFlight).toBe(1)
  })

  test('an interim response is not a response', () => {
    const { network, owner, send } = createConnection().open()
    send(1, 2)
    network.last.send(`HTTP/1.1 103 Early Hints\r\n\r\n${responseOf()}HTTP/1.1 100 Continue\r\n\r\n`)
    expect(owner.take().slice(1)).toEqual(['1: 200 after 0', 'read'])
  })

  test('requests after `Connection: close` are closed early, and the responses before count', () => {
    const { connection, network, owner, send } = createConnection().open()
    send(1, 2, 3, 4)
    network.last.send(responseOf() + responseOf('', 200, 'Connection: close\r\n') + responseOf() + responseOf())
    const reason = 'responded with Connection: close'
    expect(owner.take().slice(1)).toEqual([
      '1: 200 after 0',
      '2: 200 after 0',
      `3: closed_early, ${reason}, after 0`,
      `4: closed_early, ${reason}, after 0`,
      'closed',
    ])
    expect(owner.closings).toEqual([
      { by: 'server', reason, wasOpen: true, lost: 2, pipelinedAfterClose: 2, responded: 2, isAnnounced: true, isSurplus: false },
    ])
    expect([connection.isOpen, connection.inFlight, network.last.isHeld]).toEqual([false, 0, false])
  })

  test.each([
    ['complete', 'HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\n\r\n'],
    ['with a body to come', 'HTTP/1.1 408 Request Timeout\r\nContent-Length: 9\r\n\r\n'],
    ['with a body until it closes', 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\nslow'],
  ])('a 408 on an idle connection, %s, counts for no request and closes the connection', (_name, bytes) => {
    const { connection, network, owner } = createConnection().open()
    network.last.send(bytes)
    expect(owner.take().filter((told) => told.includes('408'))).toEqual([])
    expect(owner.closings).toMatchObject([{ by: 'server', wasOpen: true, lost: 0, responded: 0, isAnnounced: false, isSurplus: false }])
    expect([connection.isOpen, network.last.isHeld]).toEqual([false, false])
  })

  test('bytes that are not HTTP are a protocol error of the oldest request, and later requests are aborted', () => {
    const { network, owner, send } = createConnection().open()
    send(1, 2, 3)
    network.last.send(`${responseOf()}SSH-2.0\r\n`)
    expect(
      owner
        .take()
        .slice(1)
        .map((told) => told.replace(/, .*,/, ',')),
    ).toEqual(['1: 200 after 0', '2: protocol_error, after 0', '3: aborted, after 0', 'closed'])
    expect(owner.closings).toMatchObject([{ by: 'us', lost: 2, pipelinedAfterClose: 0 }])
  })
})

describe('bytes that no request asked for', () => {
  const [response, last] = [responseOf(), responseOf('', 200, 'Connection: close\r\n')]

  test.each([
    ['a second response', [response + response]],
    ['the beginning of one', [`${response}HT`]],
    ['an interim response', [`${response}HTTP/1.1 103 Early Hints\r\n\r\n`]],
    ['a longer body', [`${response}more`]],
    ['bytes before any request', ['220 ready\r\n'], 0],
    ['a response before any request', [response], 0],
    ['bytes in a later read', [response, 'more']],
    ['a response in a later read', [response, `\r\n${response}`]],
    ['bytes after the last response', [`${last}more`]],
    ['bytes in place of a later response', [`${response}more`], 2],
    ['HTTP/2 in place of a later response', [response, '\0\0\x06\x04\0\0\0\0\0\0\x03\0\0\0\x64'], 2],
  ])('%s closes the connection, which is counted', (_name, reads: readonly string[], requests = 1) => {
    const { network, owner, send } = createConnection().open()
    if (requests > 0) send(...Array.from({ length: requests }, (_, tag) => tag))
    for (const bytes of reads) network.last.send(bytes)
    expect(owner.closings).toMatchObject([{ isSurplus: true }])
    expect(owner.take().filter((told) => told.includes(': 200 '))).toHaveLength(Math.min(requests, 1))
  })

  test.each([
    ['line ends between responses', [`${response}\r\n\r\n`]],
    ['line ends after the last response', [`${last}\r\n`]],
    ['responses to pipelined requests after the last response', [last + response], 2],
    ['bytes that are no response at all', ['SSH-2.0\r\n']],
    ['a malformed later response', [`${response}HTTP/1.1 abc\r\n\r\n`], 2],
  ])('%s are not', (_name, reads: readonly string[], requests = 1) => {
    const { connection, network, owner, send } = createConnection().open()
    send(...Array.from({ length: requests }, (_, tag) => tag))
    for (const bytes of reads) network.last.send(bytes)
    connection.close('the end')
    expect(owner.closings).toMatchObject([{ isSurplus: false }])
  })
})

describe('closing', () => {
  test('a server that closes a connection with nothing in flight loses no request', () => {
    const { network, owner } = createConnection().open()
    network.last.end()
    expect(owner.closings).toEqual([
      {
        by: 'server',
        reason: 'closed before the response',
        wasOpen: true,
        lost: 0,
        pipelinedAfterClose: 0,
        responded: 0,
        isAnnounced: false,
        isSurplus: false,
      },
    ])
  })

  test.each([
    ['closed before the response', responseOf(), 'closed_early'],
    ['closed in the middle of a response', responseOf() + responseOf().slice(0, -1), 'closed_early'],
  ])('a server that closes a connection with requests in flight: %s', (reason, bytes, loss) => {
    const { network, owner, send } = createConnection().open()
    send(1, 2, 3)
    network.last.send(bytes)
    owner.take()
    network.last.end()
    expect(owner.take()).toEqual(['0 bytes', `2: ${loss}, ${reason}, after 0`, `3: ${loss}, ${reason}, after 0`, 'closed'])
  })

  test('an error of a connection resets all requests in flight', () => {
    const { clock, network, owner, send } = createConnection().open()
    send(1, 2)
    clock.advance(70)
    network.last.fail('EPIPE')
    expect(owner.take()).toEqual(['1: reset, EPIPE, after 70', '2: reset, EPIPE, after 70', 'closed'])
  })

  test.each(['EMFILE', 'ENFILE', 'EADDRNOTAVAIL', 'ENOBUFS', 'ENOMEM', 'EPERM'])(
    'a limit of this machine makes all requests in flight local errors, and not resets (%s)',
    (code) => {
      const { network, owner, send } = createConnection().open()
      send(1, 2)
      network.last.fail(code)
      expect(owner.take()).toEqual([`1: local_error, ${code}, after 0`, `2: local_error, ${code}, after 0`, 'closed'])
    },
  )

  test('an announcement on the last connection does not affect the next', () => {
    const memory = createConnection().open()
    memory.send(1)
    memory.network.last.send(responseOf('', 200, 'Connection: close\r\n'))
    memory.open()
    memory.send(2)
    memory.network.last.fail('ECONNRESET')
    expect(memory.owner.closings).toMatchObject([
      { lost: 0, isAnnounced: true },
      { lost: 1, pipelinedAfterClose: 0, isAnnounced: false },
    ])
  })

  test('half a response of the last connection does not affect the next', () => {
    const memory = createConnection().open()
    const { network, owner, send } = memory
    send(1)
    network.last.send('HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nhalf')
    network.last.end()
    memory.open()
    send(2)
    network.last.send(responseOf())
    expect(owner.take().slice(1)).toEqual(['2: 200 after 0', 'read'])
  })
})
