/**
 * Drops what is sent once the end of a connection is on its way: the portal's close reaches the browser before the
 * library hears of it, and the browser would complain on its console about each packet in between. Nothing is lost by
 * that, since all is subscribed anew on the next connection.
 */
export function sendWhileOpen<Socket extends Pick<WebSocket, "readyState" | "OPEN" | "send">>(socket: Socket): Socket {
  const send = socket.send.bind(socket);
  socket.send = (data) => {
    if (socket.readyState === socket.OPEN) send(data);
  };
  return socket;
}
