// SPDX-License-Identifier: MIT
// A wire between a page and the server that can be cut and mended.
import net from 'node:net';

export class Wire {
    static async lay(server) {
        const w = new Wire();
        const [host, port] = server.address.split(':');
        w.ends = new Set();
        w.isCut = false;
        w.listener = net.createServer((a) => {
            if (w.isCut) {
                a.destroy();
                return;
            }
            const b = net.connect(Number(port), host);
            for (const [from, to] of [[a, b], [b, a]]) {
                w.ends.add(from);
                from.pipe(to);
                from.on('error', () => {});
                from.on('close', () => {
                    w.ends.delete(from);
                    to.destroy();
                });
            }
        });
        await new Promise((resolve) => w.listener.listen(0, '127.0.0.1', resolve));
        w.address = `127.0.0.1:${w.listener.address().port}`;
        return w;
    }
    cut() {
        this.isCut = true;
        for (const s of this.ends)
            s.destroy();
    }
    mend() { this.isCut = false; }
    remove() {
        this.cut();
        this.listener.close();
    }
}
