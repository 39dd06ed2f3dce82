import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { missingProgram } from '../find-program.ts'
import type { EchoGenerator } from './echo-load.ts'

// Artillery's users do a number of actions rather than for a time; this number is what they manage.
const emitsPerSecond = 3

/** Artillery with users that arrive within a second. Artillery does not report lost emits, and the target counts acknowledged ones. */
export const artilleryEcho: EchoGenerator = {
  name: 'artillery',
  prepare: () => missingProgram('artillery', 'npm install --global artillery'),
  command: async ({ url, users, seconds }, folder) => {
    const file = join(folder, 'echo.json')
    const echo = { emit: { channel: 'echo', data: 'hello' }, acknowledge: { match: { json: '$.0', value: 'hello' } } }
    const config = { target: url, phases: [{ duration: 1, arrivalCount: users }], socketio: { transports: ['websocket'] } }
    const scenarios = [{ engine: 'socketio', flow: [{ loop: [echo], count: seconds * emitsPerSecond }] }]
    await writeFile(file, JSON.stringify({ config, scenarios }))
    return ['artillery', 'run', '--quiet', file]
  },
  parse: () => undefined,
}
