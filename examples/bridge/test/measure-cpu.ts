import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { bridgeTarget } from '../src/index.ts'

// node test/measure-cpu.ts [seconds] [messages a second] [streams] [redis URL]: the cost of a message for the bridge, including heartbeats.
const [seconds = 10, rate = 4000, streams = 2000] = process.argv.slice(2, 5).map(Number)
const redis = process.argv[5]
const idsOfStream = 5
const senders = 64
const body = Buffer.from(`Hello from Client: ${'x'.repeat(250)}`).toString('base64')

const { command, env } = bridgeTarget({ basePath: '', ...(redis === undefined ? {} : { redis }) })
const [program = '', ...args] = command
const profile = process.env['BRIDGE_PROFILE']
const child = spawn(program, [...(profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`]), ...args], {
  env: { ...process.env, ...env },
  stdio: ['ignore', 'pipe', 'inherit'],
})
const { port } = await listening()

let events = 0
let responses = 0
const sockets = await openAll(streams, (index) => {
  const ids = Array.from({ length: idsOfStream }, (_, offset) => idOf(index * idsOfStream + offset))
  return `GET /events?client_id=${ids.join(',')} HTTP/1.1\r\nhost: localhost\r\n\r\n`
})
for (const socket of sockets) socket.on('data', (data) => (events += count(Buffer.from(data), 'event: message')))
const posts = await openAll(senders, () => '')
for (const socket of posts) socket.on('data', (data) => (responses += count(Buffer.from(data), 'HTTP/1.1 200')))

await post(2)
const before = { ...(await usage()), events, responses }
const sent = await post(seconds)
const after = { ...(await usage()), events, responses }
const messages = after.responses - before.responses
const cpu = after.cpuSeconds - before.cpuSeconds
console.log(`${sent} posted, ${messages} accepted, ${after.events - before.events} delivered in ${seconds} s to ${streams} streams`)
console.log(
  `${((cpu / messages) * 1e6).toFixed(1)} µs of CPU a message, ${((cpu / seconds) * 100).toFixed(0)} % of one CPU, ${after.rssMb.toFixed(0)} MB`,
)
child.kill('SIGTERM')
for (const socket of [...sockets, ...posts]) socket.destroy()

async function listening(): Promise<{ readonly port: number }> {
  for await (const line of createInterface(child.stdout)) return { port: Number(/:(\d+)/.exec(line)?.[1]) }
  throw new Error('the bridge did not start')
}

async function openAll(number: number, requestOf: (index: number) => string): Promise<Socket[]> {
  const opened: Socket[] = []
  for (let index = 0; index < number; index++) {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    const request = requestOf(index)
    await new Promise((resolve, reject) => {
      socket.once('error', reject)
      socket.once('connect', () => (request === '' ? resolve(undefined) : socket.write(request)))
      if (request !== '') socket.once('data', resolve)
    })
    opened.push(socket)
  }
  return opened
}

/** Posts at the rate, in steps of 5 ms; returns the number of messages once all have a response. */
async function post(duration: number): Promise<number> {
  const start = performance.now()
  const first = responses
  const all = duration * rate
  for (let done = 0; done < all; await wait(5)) {
    const due = Math.min(all, Math.floor(((performance.now() - start) / 1000) * rate))
    for (; done < due; done++) {
      const path = `/message?client_id=${idOf(random())}&to=${idOf(random())}`
      posts[done % senders]?.write(
        `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: text/plain\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
      )
    }
  }
  const areAllThere = (): boolean => responses - first >= all
  while (!areAllThere()) await wait(5)
  return all
}

function idOf(index: number): string {
  return `id_${index}_${'abcdefghij'.repeat(5)}`
}

function random(): number {
  return Math.floor(Math.random() * streams * idsOfStream)
}

function count(data: Buffer, text: string): number {
  let found = 0
  for (let at = data.indexOf(text); at >= 0; at = data.indexOf(text, at + text.length)) found++
  return found
}

async function usage(): Promise<{ readonly cpuSeconds: number; readonly rssMb: number }> {
  const stat = await readFile(`/proc/${child.pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8')
  return { cpuSeconds: (Number(fields[11]) + Number(fields[12])) / 100, rssMb: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024 }
}
