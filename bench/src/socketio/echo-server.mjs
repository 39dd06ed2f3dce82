// Plain JavaScript, because Node's type stripper would count in CPU of this process.
import { createServer } from 'node:http'
import { Server } from 'socket.io'

let connected = 0
let echoed = 0
const server = createServer((_request, response) => response.end(JSON.stringify({ connected, echoed })))
const io = new Server(server, { serveClient: false })
io.on('connection', (socket) => {
  connected += 1
  socket.on('echo', (value, respond) => {
    echoed += 1
    respond(value)
  })
})
server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, () => {
  const address = server.address()
  if (typeof address === 'object') console.log(`listening on http://127.0.0.1:${address?.port}`)
})
