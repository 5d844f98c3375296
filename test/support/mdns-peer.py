"""A server of the field that announces itself and looks for others, by python-zeroconf.

mdns-peer.py browse | mdns-peer.py announce NAME ADDRESS PORT PROTOCOL; prints one JSON object a line.
"""
import json
import signal
import socket
import sys
import time

from zeroconf import ServiceBrowser, ServiceInfo, Zeroconf

TYPE = '_glances._tcp.local.'


def tell(**values):
    print(json.dumps(values), flush=True)


class Listener:
    def add_service(self, network, kind, name):
        info = network.get_service_info(kind, name)
        if info is None:
            return tell(event='nameless', name=name)
        tell(
            event='found',
            name=name,
            addresses=info.parsed_addresses(),
            port=info.port,
            properties={key.decode(): (value or b'').decode() for key, value in info.properties.items()},
            weight=info.weight,
            priority=info.priority,
        )

    def remove_service(self, network, kind, name):
        tell(event='lost', name=name)

    def update_service(self, network, kind, name):
        pass


def end(*_):
    raise KeyboardInterrupt


signal.signal(signal.SIGTERM, end)
network = Zeroconf()
try:
    if sys.argv[1] == 'browse':
        ServiceBrowser(network, TYPE, Listener())
    else:
        _, _, name, address, port, protocol = sys.argv
        network.register_service(
            ServiceInfo(
                TYPE,
                f'{name}:{port}.{TYPE}',
                addresses=[socket.inet_aton(address)],
                port=int(port),
                properties={'protocol': protocol},
                server=name,
            )
        )
    tell(event='ready')
    time.sleep(600)
except KeyboardInterrupt:
    pass
finally:
    network.close()
