import { journey } from '@benchpress/core'

// Connects, sends itself a message, receives it, and closes.
export default journey(async ({ id, iteration, socketio }) => {
  const name = `${id}-${iteration.globalIndex}`
  const socket = await socketio.connect('/', { recipients: name, messages: ['said'], transports: ['polling', 'websocket'] })
  const message = socketio.send(name)
  const said = socket.waitFor('said')
  await socket.emitWithAck('say', { text: `Hello ${message.stamp}` })
  message.accepted()
  await said
  socket.close()
})
