# A broker of one topic: frames by hand, record batches read by python-kafka, which checks their CRC-32C.
import json, socket, struct, sys
from kafka.record import MemoryRecords

server = socket.create_server(('127.0.0.1', 0))
port = server.getsockname()[1]
print(port, flush=True)

def text(value):
    raw = value.encode()
    return struct.pack('>h', len(raw)) + raw

def read_text(data, at):
    (size,) = struct.unpack_from('>h', data, at)
    return ('' if size < 0 else data[at + 2:at + 2 + size].decode()), at + 2 + max(size, 0)

def exactly(connection, size):
    data = b''
    while len(data) < size:
        part = connection.recv(size - len(data))
        if not part:
            return None
        data += part
    return data

def api_versions():
    keys = [(0, 3, 3), (3, 1, 1), (18, 0, 1)]
    return struct.pack('>hi', 0, len(keys)) + b''.join(struct.pack('>hhh', *key) for key in keys) + struct.pack('>i', 0)

def metadata():
    broker = struct.pack('>ii', 1, 1) + text('127.0.0.1') + struct.pack('>ih', port, -1)
    partition = struct.pack('>hiiiiii', 0, 0, 1, 1, 1, 1, 1)
    topic = struct.pack('>h', 0) + text('glances') + struct.pack('>?i', False, 1) + partition
    return broker + struct.pack('>ii', 1, 1) + topic

def produce(data, at):
    transaction, at = read_text(data, at)
    acks, timeout, topics = struct.unpack_from('>hii', data, at)
    topic, at = read_text(data, at + 10)
    partitions, partition, size = struct.unpack_from('>iii', data, at)
    records = MemoryRecords(data[at + 12:at + 12 + size])
    while records.has_next():
        batch = records.next_batch()
        valid = batch.validate_crc()
        for record in batch:
            print(json.dumps([topic, acks, valid, record.key.decode(), json.loads(record.value)]), flush=True)
    return struct.pack('>i', 1) + text(topic) + struct.pack('>iihqq', 1, partition, 0, 0, -1) + struct.pack('>i', 0)

while True:
    connection, _ = server.accept()
    while True:
        head = exactly(connection, 4)
        data = head and exactly(connection, struct.unpack('>i', head)[0])
        if not data:
            break
        key, version, correlation = struct.unpack_from('>hhi', data)
        _, at = read_text(data, 8)
        if key == 18 and version > 1:
            body = struct.pack('>hi', 35, 0)
        else:
            body = {18: api_versions, 3: metadata}[key]() if key != 0 else produce(data, at)
        answer = struct.pack('>i', correlation) + body
        connection.sendall(struct.pack('>i', len(answer)) + answer)
