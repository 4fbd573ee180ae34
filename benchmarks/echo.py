"""A bare echo server: the cost of WebSockets without a game."""

import socket
import sys

import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect


async def echo(websocket: WebSocket) -> None:
    await websocket.accept()
    try:
        while True:
            await websocket.send_text(await websocket.receive_text())
    except WebSocketDisconnect:
        pass


if __name__ == "__main__":
    listening = socket.socket()
    listening.bind(("127.0.0.1", int(sys.argv[1])))
    app = Starlette(routes=[WebSocketRoute("/echo", echo)])
    config = uvicorn.Config(app, log_level="error", access_log=False, ws_per_message_deflate=False)
    uvicorn.Server(config).run(sockets=[listening])
