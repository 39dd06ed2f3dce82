import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { BareLoad } from '../../../../test/accuracy/bare-threads.ts'

/** A bare client of Socket.IO over WebSocket: events that are acknowledged, one at a time. */
export interface BareEchoOptions {
  readonly port: number
  readonly connections: number
  readonly events: number
  /** Milliseconds. */
  readonly warmup: number
}

/** Sockets that know nothing but the bytes that are needed: the time of each acknowledgement, in milliseconds. */
export const load: BareLoad<BareEchoOptions> = async ({ port, connections, events, warmup }, part, ready) => {
  const own = Math.floor(connections / part.workers)
  const sockets = await Promise.all(Array.from({ length: own }, async () => await open(port)))
  const begin = await ready()
  while (performance.now() < begin);
  const times: number[] = []
  let started = 0
  const exchange = async (socket: Socket): Promise<void> =>
    await new Promise((resolve) => {
      let sentAt = 0
      let isMeasured = false
      const send = (): void => {
        isMeasured = performance.now() >= begin + warmup
        if (isMeasured && started++ >= events / part.workers) {
          resolve()
          return
        }
        sentAt = performance.now()
        socket.write(frameOf('420["ack","0"]'))
      }
      socket.on('data', (bytes) => {
        const now = performance.now()
        const text = bytes.toString('latin1', 2)
        if (text.startsWith('2')) socket.write(frameOf('3'))
        if (!text.includes('430[')) return
        if (isMeasured) times.push(now - sentAt)
        send()
      })
      send()
    })
  await Promise.all(sockets.map(exchange))
  for (const socket of sockets) socket.destroy()
  return times
}

async function open(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  socket.write(
    'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
  )
  await until(socket, '0{"sid"')
  socket.write(frameOf('40'))
  await until(socket, '40{"sid"')
  return socket
}

async function until(socket: Socket, text: string): Promise<void> {
  let seen = ''
  while (!seen.includes(text)) {
    const [bytes] = (await once(socket, 'data')) as [Buffer]
    seen += bytes.toString('latin1')
  }
}

// A frame of text of less than 126 bytes, masked with zeros.
function frameOf(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x81, 0x80 + text.length, 0, 0, 0, 0]), Buffer.from(text)])
}
