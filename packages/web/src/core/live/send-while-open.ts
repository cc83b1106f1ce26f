/**
 * Drops what is sent while a connection is closing: the portal's close reaches the browser before the library learns of
 * it, and the browser would log an error for each packet in between. Nothing is lost, since everything is subscribed
 * again on the next connection.
 */
export function sendWhileOpen<Socket extends Pick<WebSocket, "readyState" | "OPEN" | "send">>(socket: Socket): Socket {
  const send = socket.send.bind(socket);
  socket.send = (data) => {
    if (socket.readyState === socket.OPEN) send(data);
  };
  return socket;
}
