import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { missingProgram } from '../find-program.ts'
import type { Generator } from '../generator.ts'

/** k6 with constant virtual users. */
export const k6Journeys: Generator = {
  name: 'k6',
  prepare: () => missingProgram('k6', 'go install go.k6.io/k6@latest'),
  command: async ({ url, users = 1, seconds }, temporary) => {
    const file = join(temporary, 'journey.js')
    await writeFile(file, script(new URL(url).origin, users, seconds))
    return ['k6', 'run', '--quiet', '--no-usage-report', file]
  },
}

function script(origin: string, users: number, seconds: number): string {
  return `
import http from 'k6/http'
export const options = { vus: ${users}, duration: '${seconds}s' }
const params = { headers: { 'content-type': 'application/json' } }
const send = (path, value) => http.post('${origin}' + path, JSON.stringify(value), params)
export default function () {
  const login = send('/login', { user: 'ada', password: 'lovelace' })
  const items = http.get('${origin}/items?for=' + login.json().hello.length)
  const item = http.get('${origin}/items/' + items.json().hello.length)
  const cart = send('/cart', { item: item.json().hello, count: 1 })
  const order = send('/orders', { cart: cart.json().hello })
  if (order.json().hello !== 'world!') throw new Error('no order')
}
`
}
