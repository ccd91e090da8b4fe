package web;

import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.VirtualThreadPool;

/** Jetty 12, whose pool makes a virtual thread for each piece of work. */
public class JettyServer {
    private static final class Answers extends Handler.Abstract {
        @Override
        public boolean handle(Request request, Response response, Callback callback) throws Exception {
            String answer = answer(request);
            if (answer == null) {
                Response.writeError(request, response, callback, HttpStatus.NOT_FOUND_404);
            } else {
                Content.Sink.write(response, true, answer, callback);
            }
            return true;
        }

        private static String answer(Request request) throws Exception {
            String path = Request.getPathInContext(request);
            return switch (path) {
                case "/square" -> Requests.square(number(request));
                case "/meet" -> Requests.meet(number(request));
                case "/words" -> Requests.words(Content.Source.asString(request));
                default -> null;
            };
        }

        private static int number(Request request) throws Exception {
            return Integer.parseInt(Request.getParameters(request).getValue("n"));
        }
    }

    public static void main(String[] args) throws Exception {
        Server server = new Server(new VirtualThreadPool());
        ServerConnector connector = new ServerConnector(server);
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        server.setHandler(new Answers());
        server.start();
        Requests.ask(connector.getLocalPort());
        server.stop();
        System.exit(0);
    }
}
