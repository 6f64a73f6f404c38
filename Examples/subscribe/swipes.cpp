// Prints a line for each swipe, for example "swipe left 2". Needs Qt 6.
#include <QCoreApplication>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocalSocket>
#include <QTextStream>
#include <QTimer>

int main(int count, char **words) {
    QCoreApplication application(count, words);
    const QString path = application.arguments().value(1, "/run/gestured/gestured.sock");
    const QByteArray call = R"({"method":"org.gestured.Gestures.Subscribe",
                                "parameters":{"notation":"swipe"},"more":true})";
    QTextStream output(stdout);
    QLocalSocket socket;
    QByteArray waiting;
    const auto connectAgain = [&] { QTimer::singleShot(1000, &socket, [&] { socket.connectToServer(path); }); };

    QObject::connect(&socket, &QLocalSocket::connected, [&] { socket.write(call + '\0'); });
    QObject::connect(&socket, &QLocalSocket::readyRead, [&] {
        waiting += socket.readAll();
        for (qsizetype end; (end = waiting.indexOf('\0')) >= 0; waiting.remove(0, end + 1)) {
            const QJsonObject reply = QJsonDocument::fromJson(waiting.left(end)).object();
            if (reply.contains("error")) qCritical("%s", waiting.left(end).constData()), exit(1);
            const QJsonObject event = reply["parameters"]["event"].toObject();
            if (event.isEmpty()) continue;
            output << "swipe " << event["direction"].toString() << ' ' << event["fingers"].toInt() << Qt::endl;
        }
        // No message of the service is larger.
        if (waiting.size() > 1 << 20) qCritical("%s: a message of more than 1 MiB", qPrintable(path)), exit(1);
    });
    // After a restart of the service.
    QObject::connect(&socket, &QLocalSocket::disconnected, [&] { waiting.clear(), connectAgain(); });
    QObject::connect(&socket, &QLocalSocket::errorOccurred, [&](auto error) {
        if (error != QLocalSocket::PeerClosedError) qWarning("%s: %s", qPrintable(path), qPrintable(socket.errorString())), connectAgain();
    });
    socket.connectToServer(path);
    return application.exec();
}
