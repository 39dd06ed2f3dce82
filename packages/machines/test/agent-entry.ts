import { runAgent } from '../src/agent/agent.ts'
import { agentTrust } from '../src/trust/agent-trust.ts'
import { writingTrust } from './agent-file.ts'

// An agent as a process of its own, which prints its notices on stderr, and writes its messages into the file that AGENT_FILE names.
const [broker = '', name = 'agent', key = ''] = process.argv.slice(2)
const file = process.env['AGENT_FILE']
const trust = await agentTrust([key])
const ending = new AbortController()
process.once('SIGTERM', () => ending.abort())
await runAgent({
  broker,
  name,
  trust: file === undefined ? trust : writingTrust(trust, file),
  signal: ending.signal,
  onNotice: (message) => process.stderr.write(`${message}\n`),
})
