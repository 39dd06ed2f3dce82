import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { ConnectOptions } from '../../src/index.ts'
import { userAt, userOf } from './fixture.ts'

const polling: ConnectOptions = { transports: ['polling'] }

async function listen(respond: RequestListener): Promise<string> {
  const server = createServer(respond)
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test.each([301, 302, 303, 307, 308])('a redirect by %d is not followed, so that no other origin gets the headers', async (status) => {
  const heard: unknown[] = []
  const other = await listen(({ headers }, response) => {
    heard.push(headers)
    response.end()
  })
  const user = await userOf(await listen((_request, response) => response.writeHead(status, { location: `${other}/` }).end()))
  const connecting = user.socketio.connect('/', { ...polling, headers: { 'x-api-key': 'secret' } })
  await expect(connecting).rejects.toThrow(`/: polling refused: redirected by status ${status}`)
  expect(heard).toEqual([])
  // The target was there.
  expect(user.recorded().pluginRequests?.counts.outcomes).toMatchObject({ error: 1, refused: 0 })
})

test('a large response to polling is read in one piece', async () => {
  const { user } = await userAt((socket) => socket.on('more', () => socket.emit('much', 'x'.repeat(17 * 2 ** 20))))
  const socket = await user.socketio.connect('/', polling)
  const much = socket.waitFor<string>('much')
  socket.emit('more')
  expect((await much).length).toBe(17 * 2 ** 20)
})

test('a response to polling without an end is cut off', async () => {
  const chunk = Buffer.alloc(2 ** 20, 'x')
  const url = await listen((_request, response) => {
    const more = (): void => {
      while (response.write(chunk));
      response.once('drain', more)
    }
    more()
  })
  const user = await userOf(url)
  await expect(user.socketio.connect('/', polling)).rejects.toThrow('/: polling refused: a response larger than 100 MB')
})
