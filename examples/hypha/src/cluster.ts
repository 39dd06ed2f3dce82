// The program of a cluster: several servers, each in a process of its own.
import { onStop } from './on-stop.ts'
import { SettingsReader } from './settings.ts'
import { ClusterNode } from './cluster-node.ts'

const settings = new SettingsReader(process.env)
const { host, port = 8080, break: breakage } = settings.common()
const nodes = settings.whole('NODES', 1, 100) ?? 3
const without = settings.whole('WITHOUT', 1, nodes)
if (port === 0) settings.problems.push('PORT: a cluster needs ports in a row, so that 0 cannot stand for the first')
if (port + nodes > 65_536) settings.problems.push(`PORT: ${nodes} servers from ${port} on are more than there are ports`)

if (settings.problems.length > 0) {
  for (const problem of settings.problems) console.error(problem)
  process.exit(2)
}

const running: ClusterNode[] = []
let isStopping = false
onStop(() => void stop(0))

try {
  const urls = await Promise.all(Array.from({ length: nodes }, (_, index) => start(index + 1)))
  // When one server ends the others continue; when the last one ends, so does the cluster.
  void Promise.all(running.map(tellOfEnd)).then(() => stop(1))
  console.log(`listening on ${urls.join(' ')}`)
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  await stop(1)
}

async function stop(code: number): Promise<void> {
  if (isStopping) return
  isStopping = true
  await Promise.all(running.map((node) => node.stop()))
  process.exit(code)
}

async function tellOfEnd(node: ClusterNode): Promise<void> {
  const reason = await node.ended
  if (!isStopping) console.error(`server ${node.id} ${reason}`)
}

async function start(id: number): Promise<string> {
  const own = port + id - 1
  // A node that is left out still has an address, so that it is down rather than unknown.
  if (id === without) return `http://${host}:${own}`
  const node = new ClusterNode(id, { HOST: host, PORT: String(own), ...(breakage !== undefined && { BREAK: breakage }) })
  running.push(node)
  return await node.url
}
