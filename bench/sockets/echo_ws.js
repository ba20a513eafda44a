// SPDX-License-Identifier: MIT
// The peer of echo_server: the same echo and rooms with `ws` on Node. Prints its port.
//     NODE_PATH=/usr/share/nodejs node echo_ws.js [PORT]
'use strict';
const { WebSocketServer } = require('ws');

const rooms = new Map();
const server = new WebSocketServer({
    host: '127.0.0.1',
    port: Number(process.argv[2] || 0),
    backlog: 4096,
    perMessageDeflate: false,
    maxPayload: 16384,
});

function enter(socket, name) {
    const room = rooms.get(name) || new Set();
    rooms.set(name, room.add(socket));
    socket.on('message', (data) => {
        for (const member of room)
            member.send(data, { binary: false });
    });
    socket.on('close', () => {
        room.delete(socket);
        if (room.size === 0)
            rooms.delete(name);
    });
}

server.on('connection', (socket, request) => {
    const name = new URL(request.url, 'ws://here').searchParams.get('room');
    socket.on('error', () => socket.terminate());
    if (name === null)
        socket.on('message', (data) => socket.send(data, { binary: false }));
    else
        enter(socket, name);
});
server.on('listening', () => console.log(server.address().port));
