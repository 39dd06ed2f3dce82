import { idOf } from './bridge-ids.mjs'

const filling = 'x'.repeat(220)

/**
 * Sends one message from one id to another.
 *
 * @type {import('@benchpress/core').Journey}
 */
export default async ({ env, random, sse, http }) => {
  const last = Number(env['subscribers']) * Number(env['ids']) - 1
  const to = idOf(random.int(0, last))
  const message = sse.send(to)
  const body = Buffer.from(`Hello from Client: ${message.stamp}${filling}`).toString('base64')
  const options = { name: 'POST /message', headers: { 'content-type': 'text/plain' }, body, discardBody: true }
  const { ok } = await http.post(`/message?client_id=${idOf(random.int(0, last))}&to=${to}`, options)
  if (ok) message.accepted()
  else message.refused()
}
