import { runAgent } from '../src/agent/agent.ts'
import { parseLabels } from '../src/starter/placement.ts'
import { agentTrust } from '../src/trust/agent-trust.ts'

// An agent as a process of its own, which says on its error output what it does.
const [broker = '', name = 'agent', key = '', labels = ''] = process.argv.slice(2)
const ending = new AbortController()
process.once('SIGTERM', () => ending.abort())
await runAgent({
  broker,
  name,
  labels: labels === '' ? {} : parseLabels(labels),
  trust: await agentTrust([key]),
  signal: ending.signal,
  onNotice: (message) => process.stderr.write(`${message}\n`),
})
